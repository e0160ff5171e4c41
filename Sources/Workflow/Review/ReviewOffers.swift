// SPDX-License-Identifier: Apache-2.0

internal import AccountAccess
internal import HTTPTransport
internal import ReviewUI
internal import RuleEngine
internal import StateLedger
internal import Text
package import Wording

extension ReviewWiring {
    /// What the page says of signing in.
    func addOffers(to services: inout PageServices) {
        services.offer = { await pageOffer() }
        services.answerOffer = { answer async throws(ReviewError) in
            do throws(Failure) {
                let desk = try HintDesk(session: session)
                _ = try await desk.change(answer == .later ? .hintLater : .hintNever) {
                    standing, now in
                    answer == .later ? standing.putOff(nil, at: now) : standing.end(nil)
                }
            } catch {
                throw ReviewError(.failed, error.phrase ?? .refuseStateUnreadable)
            }
        }
        services.accounts = { await pageAccounts() }
        services.tour = { step, isOver in
            await session.count(isOver ? .tourEnded : .tourStep, "step-\(step)")
        }
        services.welcome = { await welcome() }
        services.signIns = PageSignIns(session: session, rules: rules).services
    }

    /// What is said to who comes to a review after a week or more, once.
    package func welcome() async -> Phrase? {
        await WelcomeBack.turn(session, timeZone: timeZone)?.line
    }

    /// The offer for a plan over saved pages, where its turn has come.
    private func pageOffer() async -> PageOffer? {
        guard let plan = try? await session.ledger.newestPlan(), plan.isOverListingsOnly,
            let desk = try? HintDesk(session: session)
        else { return nil }
        let marked = (try? await session.ledger.decisions().filter { $0.verdict == .delete }) ?? []
        let items = plan.deleteCount + Int64(marked.count)
        if items == 0 { return nil }
        let bytes = marked.reduce(plan.deleteBytes) { $0 + ($1.item.size ?? 0) }
        let offer = await SignInOffer.make(
            [.cannotStage(items: items, bytes: bytes)], for: rules.file, desk, arguments: "")
        return offer.map {
            PageOffer(
                lines: $0.lines, drive: $0.drive, command: Host.words.command($0.next.command))
        }
    }

    private func pageAccounts() async -> [PageAccount] {
        if AccountOpening.actsByItself { return [] }
        guard let vault = try? await AccountPlaces.vault() else { return [] }
        var found: [PageAccount] = []
        for drive in rules.file.drives where drive.kind == .onedrive {
            guard let settings = try? AccountOpening.settings(for: drive) else { continue }
            // A store that cannot be read is spoken of when somebody signs in.
            var known: StoredAccount?
            do throws(AccessError) {
                known = try await vault.store.account(settings.key)
            } catch {
                continue
            }
            let signedIn = known.flatMap { $0.isSignedIn ? $0 : nil }
            let person = signedIn.map {
                Person(displayName: $0.displayName, userPrincipalName: $0.userPrincipalName).shown
            }
            let command: Hint =
                person == nil
                ? .login(drive: drive.name, arguments: "") : .logout(drive: drive.name)
            found.append(
                PageAccount(
                    drive: drive.name, account: settings.key.account, person: person,
                    scopes: signedIn?.scopes ?? [],
                    place: person == nil ? nil : await vault.store.place(settings.key).phrase,
                    command: Host.words.command(command)))
        }
        return found
    }
}
