// SPDX-License-Identifier: Apache-2.0
// Written by script/embed-words: do not edit.

// swift-format-ignore-file

extension Phrase {
    /// `Do I need an account?`
    package static var faqAccount: Phrase { Phrase("faq:account") }
    /// `No. Folders of this machine and [saved listings](../guide/onedrive-listings.md) are planned over, reviewed and counted without one. Only a OneDrive asks you to sign in, when it is listed by the program itself or something on it is to be deleted; what you decided before stays.`
    package static var faqAccountText: Phrase { Phrase("faq:account.text") }
    /// `Why does a file that I took back not come up again?`
    package static var faqAgain: Phrase { Phrase("faq:again") }
    /// ``run` does not stage again what you took back with `undo` or `restore`, as long as its content and the rule are the same. `stage`, typed by you, does, and says so before. To keep a file for good, `cleanrules keep --pin PATH`, or write a protection.`
    package static var faqAgainText: Phrase { Phrase("faq:again.text") }
    /// `How do I get a photo back?`
    package static var faqBack: Phrase { Phrase("faq:back") }
    /// ``cleanrules restore PATH`, with the place that it had, or its name alone; `cleanrules restore --all` brings back everything that was deleted. As long as it only waits, `cleanrules undo PATH` takes it back. `cleanrules status --all` lists what was ever staged.`
    package static var faqBackText: Phrase { Phrase("faq:back.text") }
    /// `How do I cancel?`
    package static var faqCancel: Phrase { Phrase("faq:cancel") }
    /// `There is nothing to cancel: nobody registers with the makers of the program, and nobody pays them. `cleanrules schedule remove` ends the nightly cleanup, and `cleanrules logout` the sign-ins of this machine; what you allowed the application at Microsoft you take back in the settings of your Microsoft account.`
    package static var faqCancelText: Phrase { Phrase("faq:cancel.text") }
    /// `How do I get rid of it?`
    package static var faqEnd: Phrase { Phrase("faq:end") }
    /// `Take the timer away, take back what waits, erase the state, and then the program. The rules file and reports are yours to delete. What lies in a trash stays there.`
    package static var faqEndText: Phrase { Phrase("faq:end.text") }
    /// `Why is the disk as full as before?`
    package static var faqFull: Phrase { Phrase("faq:full") }
    /// `What was deleted lies in the trash, which is on the same disk. Empty it when you are sure; that ends what `restore` can bring back.`
    package static var faqFullText: Phrase { Phrase("faq:full.text") }
    /// `Which languages does it speak?`
    package static var faqLanguages: Phrase { Phrase("faq:languages") }
    /// `English, German, French and Spanish, as `LC_ALL`, `LC_MESSAGES`, `LANG` or `LANGUAGE` say. This page, privacy, terms and support are in all four; the texts of `--help` and the rest of the documentation are in English.`
    package static var faqLanguagesText: Phrase { Phrase("faq:languages.text") }
    /// `Can I lose a file by mistake?`
    package static var faqLose: Phrase { Phrase("faq:lose") }
    /// `What no rule names stays, what is not known is never deleted, protections outweigh every rule, and what goes waits first and can be taken back. Then it lies in the trash or the recycle bin, and `cleanrules restore` brings it back. What can still go wrong is that your rules say something that you did not mean, and that you do not look at the plan: begin with [`then: review`](../guide/writing-rules.md#review-before-delete). [Cautions](../guide/cautions.md) has the rest.`
    package static var faqLoseText: Phrase { Phrase("faq:lose.text") }
    /// `How do I move to another machine?`
    package static var faqMove: Phrase { Phrase("faq:move") }
    /// `Write the state out with `cleanrules export -o state.json`, take it and the rules file along, and read it there with `cleanrules import state.json`: decisions, history, quotas and what waits come with it. Sign in there anew; tokens do not travel. Take the timer of the old machine away with `cleanrules schedule remove`.`
    package static var faqMoveText: Phrase { Phrase("faq:move.text") }
    /// `I moved a folder, or changed a disk. What now?`
    package static var faqMoved: Phrase { Phrase("faq:moved") }
    /// `Where a drive is not the one that it was, it is held: nothing of it is staged or deleted, and the round says so. If it is meant so, `cleanrules sync --accept-drive NAME`.`
    package static var faqMovedText: Phrase { Phrase("faq:moved.text") }
    /// `Why does the plan delete nothing?`
    package static var faqNothing: Phrase { Phrase("faq:nothing") }
    /// `It says so itself, under *Why nothing is deleted*. Most often a protection of young files holds: `age` counts from the later of creation and last change, and a file that was copied yesterday was created yesterday. Templates put their rules on `trial`, so that they only ask at first. `cleanrules why PATH` explains a single item.`
    package static var faqNothingText: Phrase { Phrase("faq:nothing.text") }
    /// `Why is the plan refused?`
    package static var faqRefused: Phrase { Phrase("faq:refused") }
    /// `It is over one of its [limits](../reference/rules.md#limits): 1,000 deletions, 100 GB or a quarter of the files, unless your rules say otherwise. The message names the figure that would do, and where to write it. That is meant to make you look.`
    package static var faqRefusedText: Phrase { Phrase("faq:refused.text") }
    /// `Does it need root?`
    package static var faqRoot: Phrase { Phrase("faq:root") }
    /// `No. It works as you, on what is yours. As root it uses root's own rules, state and sign-ins, and refuses yours.`
    package static var faqRootText: Phrase { Phrase("faq:root.text") }
    /// `Does it send my data anywhere?`
    package static var faqSend: Phrase { Phrase("faq:send") }
    /// `No, but for what a OneDrive needs and whom `notify` names: [privacy](privacy.md).`
    package static var faqSendText: Phrase { Phrase("faq:send.text") }
    /// `How do I stop it at once?`
    package static var faqStop: Phrase { Phrase("faq:stop") }
    /// `Ctrl-C ends `execute` after the item in hand. [`cleanrules pause`](../reference/commands.md#pause) stops all deletions of a profile, also those that are under way; the file `/etc/cleanrules/paused` stops those of the whole machine.`
    package static var faqStopText: Phrase { Phrase("faq:stop.text") }
    /// `Does it run on macOS or Windows?`
    package static var faqSystems: Phrase { Phrase("faq:systems") }
    /// `No, on Linux only. What it promises about folders rests on calls of that kernel.`
    package static var faqSystemsText: Phrase { Phrase("faq:systems.text") }
    /// `Questions and answers`
    package static var faqTitle: Phrase { Phrase("faq:title") }
    /// `How do I try rules on a OneDrive without an account?`
    package static var faqTry: Phrase { Phrase("faq:try") }
    /// ``cleanrules demo` plans over a drive that is built in, and [saved listings](../guide/onedrive-listings.md) can be planned over without signing in. The [simulator](../reference/graphsim.md) plays a whole OneDrive, with deletions.`
    package static var faqTryText: Phrase { Phrase("faq:try.text") }
    /// `Can two machines clean up the same drive?`
    package static var faqTwo: Phrase { Phrase("faq:two") }
    /// `Each has a state of its own and knows nothing of the other's undo windows. Decisions and the use of quotas they share once you say [`sync decisions`](../guide/devices.md) on both. What is deleted is looked at right before either way. [`export` and `import`](../reference/commands.md#import) move a state to another one.`
    package static var faqTwoText: Phrase { Phrase("faq:two.text") }
    /// `Where is what was deleted?`
    package static var faqWhere: Phrase { Phrase("faq:where") }
    /// ``cleanrules status --all` names every item that was ever staged, with the place that it lies at. In a folder of this machine it is the trash that your file manager shows too, on a OneDrive its recycle bin, and with `method: quarantine` the folder `.cleanrules/quarantine` of the drive.`
    package static var faqWhereText: Phrase { Phrase("faq:where.text") }
    /// `decisions, what was staged, deleted and brought back, quotas`
    package static var privacyActs: Phrase { Phrase("privacy:acts") }
    /// `what you decided holds, and what was done can be taken back`
    package static var privacyActsWhy: Phrase { Phrase("privacy:acts.why") }
    /// `copies of all that, without listings`
    package static var privacyBackups: Phrase { Phrase("privacy:backups") }
    /// `seven days`
    package static var privacyBackupsUntil: Phrase { Phrase("privacy:backups.until") }
    /// ``backups` beside the state file`
    package static var privacyBackupsWhere: Phrase { Phrase("privacy:backups.where") }
    /// `a damaged state file is brought back`
    package static var privacyBackupsWhy: Phrase { Phrase("privacy:backups.why") }
    /// `what was deleted`
    package static var privacyBin: Phrase { Phrase("privacy:bin") }
    /// `you, your desktop or Microsoft empty it; the quarantine after its days`
    package static var privacyBinUntil: Phrase { Phrase("privacy:bin.until") }
    /// `the trash, the recycle bin of the OneDrive, or the quarantine`
    package static var privacyBinWhere: Phrase { Phrase("privacy:bin.where") }
    /// ``restore` brings it back`
    package static var privacyBinWhy: Phrase { Phrase("privacy:bin.why") }
    /// `host`
    package static var privacyColHost: Phrase { Phrase("privacy:col.host") }
    /// `what`
    package static var privacyColLearns: Phrase { Phrase("privacy:col.learns") }
    /// `what`
    package static var privacyColSent: Phrase { Phrase("privacy:col.sent") }
    /// `until`
    package static var privacyColUntil: Phrase { Phrase("privacy:col.until") }
    /// `what`
    package static var privacyColWhat: Phrase { Phrase("privacy:col.what") }
    /// `where`
    package static var privacyColWhere: Phrase { Phrase("privacy:col.where") }
    /// `who`
    package static var privacyColWho: Phrase { Phrase("privacy:col.who") }
    /// `what for`
    package static var privacyColWhy: Phrase { Phrase("privacy:col.why") }
    /// `the address of a file that is compared or shown, as the service gave it; no token goes there`
    package static var privacyContents: Phrase { Phrase("privacy:contents") }
    /// `those that Microsoft names for contents`
    package static var privacyContentsHost: Phrase { Phrase("privacy:contents.host") }
    /// `rules files that are changed together`
    package static var privacyEdits: Phrase { Phrase("privacy:edits") }
    /// `it is done, or the next change of those rules`
    package static var privacyEditsUntil: Phrase { Phrase("privacy:edits.until") }
    /// ``@edits` beside the profiles`
    package static var privacyEditsWhere: Phrase { Phrase("privacy:edits.where") }
    /// `an edit that was broken off is finished`
    package static var privacyEditsWhy: Phrase { Phrase("privacy:edits.why") }
    /// ``forget` erases the state with its backups, the pictures and, with the last profile, the sign-ins. It says before what waits or lies in a trash: that stays where it is, and this program does not bring it back any more. It asks for the name of the profile to be typed.`
    package static var privacyEraseText: Phrase { Phrase("privacy:erase.text") }
    /// `how often hints came, sign-ins succeeded, a service failed and the tour was seen, by day: [words and numbers](../reference/commands.md#stats-events), no names`
    package static var privacyEvents: Phrase { Phrase("privacy:events") }
    /// `400 days, or `forget``
    package static var privacyEventsUntil: Phrase { Phrase("privacy:events.until") }
    /// `you can see whether hints are of use`
    package static var privacyEventsWhy: Phrase { Phrase("privacy:events.why") }
    /// `reports, plans and pictures that you asked for with `-o`, `--report` and the like`
    package static var privacyFiles: Phrase { Phrase("privacy:files") }
    /// `you delete them`
    package static var privacyFilesUntil: Phrase { Phrase("privacy:files.until") }
    /// `the files that you named`
    package static var privacyFilesWhere: Phrase { Phrase("privacy:files.where") }
    /// `you asked for them`
    package static var privacyFilesWhy: Phrase { Phrase("privacy:files.why") }
    /// `What you give away`
    package static var privacyGive: Phrase { Phrase("privacy:give") }
    /// ``cleanrules support-bundle` holds no names of files, drives, rules or people, no paths, addresses or tokens. [Support](support.md) says what it is for.`
    package static var privacyGiveBundle: Phrase { Phrase("privacy:give.bundle") }
    /// ``CLEANRULES_LOG=debug` shows the addresses of requests, and they name files. It never shows a token.`
    package static var privacyGiveLog: Phrase { Phrase("privacy:give.log") }
    /// `A plan, a report or an export holds names of files. Look at it before you send it to somebody.`
    package static var privacyGivePlan: Phrase { Phrase("privacy:give.plan") }
    /// ``cleanrules stats share` makes a picture with numbers and dates, and no names.`
    package static var privacyGiveShare: Phrase { Phrase("privacy:give.share") }
    /// `what an issuer signed for you, keys that you trust, the random id of the state, digests of redeemed codes`
    package static var privacyGrants: Phrase { Phrase("privacy:grants") }
    /// `what was granted holds without asking again`
    package static var privacyGrantsWhy: Phrase { Phrase("privacy:grants.why") }
    /// `which drive is listed, and ids of items that are looked at, deleted, moved or brought back; after `sync decisions` with a `drive`, what your devices tell each other`
    package static var privacyGraph: Phrase { Phrase("privacy:graph") }
    /// `what your other devices said, as far as it was read, and what this one said to them`
    package static var privacyHeard: Phrase { Phrase("privacy:heard") }
    /// `which hints you do not want, and when one came`
    package static var privacyHints: Phrase { Phrase("privacy:hints") }
    /// ``forget` of the last profile`
    package static var privacyHintsUntil: Phrase { Phrase("privacy:hints.until") }
    /// ``hints` beside the sign-ins`
    package static var privacyHintsWhere: Phrase { Phrase("privacy:hints.where") }
    /// `hints come seldom, and not where they are unwanted`
    package static var privacyHintsWhy: Phrase { Phrase("privacy:hints.why") }
    /// `the history: who did what, when, to which file`
    package static var privacyHistory: Phrase { Phrase("privacy:history") }
    /// ``forget`; nothing in it is ever changed or removed`
    package static var privacyHistoryUntil: Phrase { Phrase("privacy:history.until") }
    /// `everything that was done can be explained`
    package static var privacyHistoryWhy: Phrase { Phrase("privacy:history.why") }
    /// `What goes where`
    package static var privacyHosts: Phrase { Phrase("privacy:hosts") }
    /// `With these rules nothing leaves this machine.`
    package static var privacyHostsNone: Phrase { Phrase("privacy:hosts.none") }
    /// `the [state file](../reference/commands.md#the-state-file)`
    package static var privacyInState: Phrase { Phrase("privacy:in-state") }
    /// `a code that you redeem, grants that the issuer signed itself, a random id of the state, when, and on which days its bounds were come to and its offers shown, put off or taken, as numbers: only at `tier redeem`, `tier refresh` and `tier restore`, and with a code that you enter in the page`
    package static var privacyIssuer: Phrase { Phrase("privacy:issuer") }
    /// `that which a signed policy names`
    package static var privacyIssuerHost: Phrase { Phrase("privacy:issuer.host") }
    /// `What is kept, and where`
    package static var privacyKept: Phrase { Phrase("privacy:kept") }
    /// `What the program knows of you, where that lies, who else learns of it, and how it goes away again. How it is defended is told in [security](../../SECURITY.md).`
    package static var privacyLead: Phrase { Phrase("privacy:lead") }
    /// `names, paths, sizes, dates, hashes and albums of all items of your drives, by the last listing`
    package static var privacyListing: Phrase { Phrase("privacy:listing") }
    /// `the next listing, or `forget --cache-only``
    package static var privacyListingUntil: Phrase { Phrase("privacy:listing.until") }
    /// `plans are made of it, and changes are asked for from there on`
    package static var privacyListingWhy: Phrase { Phrase("privacy:listing.why") }
    /// `Rules over local folders alone, without `notify`, need no network: the timer that `schedule install` makes for them has none.`
    package static var privacyLocal: Phrase { Phrase("privacy:local") }
    /// `what your devices say to each other: what you decided on each, about which ids, which pictures you called different, and how much of the quotas was used`
    package static var privacyLogs: Phrase { Phrase("privacy:logs") }
    /// `you delete the log there; `forget` names it`
    package static var privacyLogsUntil: Phrase { Phrase("privacy:logs.until") }
    /// `the folder or the OneDrive that [`sync`](../guide/devices.md) names, there in `/.cleanrules/sync``
    package static var privacyLogsWhere: Phrase { Phrase("privacy:logs.where") }
    /// `what you decided on one device holds on the others`
    package static var privacyLogsWhy: Phrase { Phrase("privacy:logs.why") }
    /// `what `cleanrules photos` saw of pictures: a fingerprint, a grey picture of 32 by 32 points, when and by which camera it was taken, sizes, and which are alike; no faces, no places`
    package static var privacyLooks: Phrase { Phrase("privacy:looks") }
    /// ``photos --forget`, `forget --cache-only` or `forget``
    package static var privacyLooksUntil: Phrase { Phrase("privacy:looks.until") }
    /// `rules know pictures that show the same, without opening each again`
    package static var privacyLooksWhy: Phrase { Phrase("privacy:looks.why") }
    /// `a message about a round, as `notify` asks for it`
    package static var privacyMessage: Phrase { Phrase("privacy:message") }
    /// `that which `notify` names`
    package static var privacyMessageHost: Phrase { Phrase("privacy:message.host") }
    /// `No contents of files are kept, but for small pictures of those that you reviewed.`
    package static var privacyNoContents: Phrase { Phrase("privacy:no-contents") }
    /// `pictures made for a review`
    package static var privacyPictures: Phrase { Phrase("privacy:pictures") }
    /// `nobody looked at them for 90 days, or `forget --cache-only``
    package static var privacyPicturesUntil: Phrase { Phrase("privacy:pictures.until") }
    /// ``thumbs` in `$XDG_CACHE_HOME/cleanrules`, or `~/.cache/cleanrules``
    package static var privacyPicturesWhere: Phrase { Phrase("privacy:pictures.where") }
    /// `a review need not wait for them`
    package static var privacyPicturesWhy: Phrase { Phrase("privacy:pictures.why") }
    /// `plans: what they would delete, and why`
    package static var privacyPlans: Phrase { Phrase("privacy:plans") }
    /// `the items of the newest two, and of those of which something waits; of others what they came to`
    package static var privacyPlansUntil: Phrase { Phrase("privacy:plans.until") }
    /// `a plan can be looked at, and is staged as it was shown`
    package static var privacyPlansWhy: Phrase { Phrase("privacy:plans.why") }
    /// `how you like the page of reviews, when you looked at one last, whether the brake is on`
    package static var privacySettings: Phrase { Phrase("privacy:settings") }
    /// `it is as you left it`
    package static var privacySettingsWhy: Phrase { Phrase("privacy:settings.why") }
    /// `who signs in, and for what: at `login`, and when a token is renewed`
    package static var privacySignIn: Phrase { Phrase("privacy:sign-in") }
    /// `Look at it, take it along, erase it`
    package static var privacyTake: Phrase { Phrase("privacy:take") }
    /// ``cleanrules export` shows everything that the state file holds, as JSON. `cleanrules history --item PATH` tells what was ever done to one file. `cleanrules privacy --format json` is this page for programs.`
    package static var privacyTakeText: Phrase { Phrase("privacy:take.text") }
    /// `Privacy`
    package static var privacyTitle: Phrase { Phrase("privacy:title") }
    /// `tokens of a sign-in; never a password`
    package static var privacyTokens: Phrase { Phrase("privacy:tokens") }
    /// ``logout``
    package static var privacyTokensUntil: Phrase { Phrase("privacy:tokens.until") }
    /// `the Secret Service of the desktop, or a file`
    package static var privacyTokensWhere: Phrase { Phrase("privacy:tokens.where") }
    /// `you need not sign in each time`
    package static var privacyTokensWhy: Phrase { Phrase("privacy:tokens.why") }
    /// `which pictures you called different, by hashes or numbers of their files`
    package static var privacyUnlike: Phrase { Phrase("privacy:unlike") }
    /// `they are not proposed as one again`
    package static var privacyUnlikeWhy: Phrase { Phrase("privacy:unlike.why") }
    /// ``forget``
    package static var privacyUntilForget: Phrase { Phrase("privacy:until.forget") }
    /// `the state as it was before a newer version of the program brought it up to date`
    package static var privacyUpgrade: Phrase { Phrase("privacy:upgrade") }
    /// ``forget`, or you delete it`
    package static var privacyUpgradeUntil: Phrase { Phrase("privacy:upgrade.until") }
    /// ``….before-v5` and the like, beside the state file`
    package static var privacyUpgradeWhere: Phrase { Phrase("privacy:upgrade.where") }
    /// `you can go back to the older version`
    package static var privacyUpgradeWhy: Phrase { Phrase("privacy:upgrade.why") }
    /// `Who learns what`
    package static var privacyWho: Phrase { Phrase("privacy:who") }
    /// `the authors of cleanrules`
    package static var privacyWhoAuthors: Phrase { Phrase("privacy:who.authors") }
    /// `nothing: no telemetry, no reports of crashes, no look for updates`
    package static var privacyWhoAuthorsWhat: Phrase { Phrase("privacy:who.authors.what") }
    /// `[an issuer](../guide/tiers.md), where you redeem a code of it or ask for what it granted`
    package static var privacyWhoIssuer: Phrase { Phrase("privacy:who.issuer") }
    /// `the code, a random id of the state, and when; names of nothing`
    package static var privacyWhoIssuerWhat: Phrase { Phrase("privacy:who.issuer.what") }
    /// `Microsoft`
    package static var privacyWhoMicrosoft: Phrase { Phrase("privacy:who.microsoft") }
    /// `with a OneDrive in the rules: who signs in, that the drive is listed, which files are downloaded to be compared or shown, what is deleted and brought back. It has the files already`
    package static var privacyWhoMicrosoftWhat: Phrase { Phrase("privacy:who.microsoft.what") }
    /// `whom [`notify`](../reference/rules.md#notify) names`
    package static var privacyWhoNotify: Phrase { Phrase("privacy:who.notify") }
    /// `how much was staged and deleted, the name of the profile, and the command that takes it back; names of files only with `details: true``
    package static var privacyWhoNotifyWhat: Phrase { Phrase("privacy:who.notify.what") }
    /// `root, and whoever has your backups`
    package static var privacyWhoRoot: Phrase { Phrase("privacy:who.root") }
    /// `what you can read yourself`
    package static var privacyWhoRootWhat: Phrase { Phrase("privacy:who.root.what") }
    /// `who can read the folder or the OneDrive that [`sync`](../guide/devices.md) names`
    package static var privacyWhoSync: Phrase { Phrase("privacy:who.sync") }
    /// `after `sync decisions`: which OneDrive, ids, sizes, times and hashes of what you decided about, what you decided and when, how much of the quotas was used, and the names of your devices; no names of files, no paths, no rules`
    package static var privacyWhoSyncWhat: Phrase { Phrase("privacy:who.sync.what") }
    /// `other users of this machine`
    package static var privacyWhoUsers: Phrase { Phrase("privacy:who.users") }
    /// `nothing: states, sign-ins and pictures are readable by you alone`
    package static var privacyWhoUsersWhat: Phrase { Phrase("privacy:who.users.what") }
    /// `2. Ask the program`
    package static var supportAsk: Phrase { Phrase("support:ask") }
    /// ``status` shows what waits, what is held and what failed, with the reason. `doctor` looks at everything that rounds need, and says below each line how to mend it; with `--rules` it looks at rules that do not lie in your configuration. `why` explains the verdict on one item. `history` tells everything that was done. `state check` reads every page of the state file.`
    package static var supportAskText: Phrase { Phrase("support:ask.text") }
    /// `It holds what `doctor` found as codes and numbers, versions, how many items are in which state, and the words of the rules language that your rules use; no names, paths, addresses or tokens. Look through it before you give it away.`
    package static var supportBundleText: Phrase { Phrase("support:bundle.text") }
    /// `When something does not go as it should, in this order.`
    package static var supportLead: Phrase { Phrase("support:lead") }
    /// `3. Look it up`
    package static var supportLook: Phrase { Phrase("support:look") }
    /// `[Cautions](../guide/cautions.md)`
    package static var supportLookCautions: Phrase { Phrase("support:look.cautions") }
    /// `[Questions and answers](faq.md)`
    package static var supportLookFaq: Phrase { Phrase("support:look.faq") }
    /// `[What stops a night](../guide/unattended.md#what-stops-it)`
    package static var supportLookNights: Phrase { Phrase("support:look.nights") }
    /// `[When something is in the way](../guide/onedrive.md#when-something-is-in-the-way), for OneDrives`
    package static var supportLookOnedrive: Phrase { Phrase("support:look.onedrive") }
    /// `Microsoft's support asks for the ids of requests: `CLEANRULES_LOG=debug` in front of a command shows them, with addresses that name files, and never a token.`
    package static var supportMicrosoft: Phrase { Phrase("support:microsoft") }
    /// `1. Read the last line`
    package static var supportRead: Phrase { Phrase("support:read") }
    /// `Errors say what stood in the way, and most say what to type. The [exit status](../reference/exit-codes.md) says of which sort it was; for mistakes in rules the code in brackets has an entry in [diagnostics](../reference/diagnostics.md).`
    package static var supportReadText: Phrase { Phrase("support:read.text") }
    /// `A fault by which somebody could harm others, or a protected item could be deleted, is [reported another way](../../SECURITY.md#reporting).`
    package static var supportSecurity: Phrase { Phrase("support:security") }
    /// `4. Stop what runs by itself`
    package static var supportStop: Phrase { Phrase("support:stop") }
    /// `If you doubt what a nightly round does, stop it first and look then. Nothing is lost by that, and what waits keeps its undo window.`
    package static var supportStopText: Phrase { Phrase("support:stop.text") }
    /// ``cleanrules resume` lets it go on. What was deleted already comes back with `cleanrules restore --all`.`
    package static var supportStopThen: Phrase { Phrase("support:stop.then") }
    /// `5. Tell somebody`
    package static var supportTell: Phrase { Phrase("support:tell") }
    /// `Report a fault where the project is hosted. Say what you did, what you expected and what happened instead: the command, all that it printed, and its exit status. The smallest rules file and [listing](../reference/listing.md) that show it are worth more than a description. Add what this writes:`
    package static var supportTellText: Phrase { Phrase("support:tell.text") }
    /// `Support`
    package static var supportTitle: Phrase { Phrase("support:title") }
    /// `When it is to end`
    package static var termsEnd: Phrase { Phrase("terms:end") }
    /// `[Questions and answers](faq.md) say how to get rid of the program, and [privacy](privacy.md) how to erase what it keeps.`
    package static var termsEndText: Phrase { Phrase("terms:end.text") }
    /// `What you may do with this program, and what it promises.`
    package static var termsLead: Phrase { Phrase("terms:lead") }
    /// `A licence, no contract`
    package static var termsLicence: Phrase { Phrase("terms:licence") }
    /// `cleanrules is free software under the [Apache License 2.0](../../LICENSE): use it, look into it, change it and pass it on, under that licence. Nobody has to register, pay or agree to anything else, and so there is nothing to cancel.`
    package static var termsLicenceText: Phrase { Phrase("terms:licence.text") }
    /// `Microsoft`
    package static var termsMicrosoft: Phrase { Phrase("terms:microsoft") }
    /// `For a OneDrive the terms of Microsoft hold between you and Microsoft, and those of your organisation, which may allow or forbid that programs get at it. cleanrules is not made by Microsoft.`
    package static var termsMicrosoftText: Phrase { Phrase("terms:microsoft.text") }
    /// `Terms`
    package static var termsTitle: Phrase { Phrase("terms:title") }
    /// `What is promised`
    package static var termsWarranty: Phrase { Phrase("terms:warranty") }
    /// `As the licence says, the program comes as it is, without warranty, as far as the law allows that. It is built to lose nothing by mistake: what it goes by stands in [cautions](../guide/cautions.md). It does not replace a backup.`
    package static var termsWarrantyText: Phrase { Phrase("terms:warranty.text") }
    /// `What is up to you`
    package static var termsYours: Phrase { Phrase("terms:yours") }
    /// `The program deletes what your rules and your decisions name, after an undo window and into a bin. Whether you may delete it is for you to know: on a drive that is not yours alone, ask first.`
    package static var termsYoursText: Phrase { Phrase("terms:yours.text") }
}
