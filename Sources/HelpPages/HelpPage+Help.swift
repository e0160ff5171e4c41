// SPDX-License-Identifier: Apache-2.0

internal import Wording

extension HelpPage {
    /// What may be done with the program, and what it promises.
    package static let terms = HelpPage(
        name: "terms", title: .termsTitle,
        blocks: [
            .paragraph(.termsLead),
            .heading(.termsLicence), .paragraph(.termsLicenceText),
            .heading(.termsWarranty), .paragraph(.termsWarrantyText),
            .heading(.termsYours), .paragraph(.termsYoursText),
            .heading(.termsMicrosoft), .paragraph(.termsMicrosoftText),
            .heading(.termsEnd), .paragraph(.termsEndText),
        ])

    /// What to do when something does not go as it should.
    package static let support = HelpPage(
        name: "support", title: .supportTitle,
        blocks: [
            .paragraph(.supportLead),
            .heading(.supportRead), .paragraph(.supportReadText),
            .heading(.supportAsk),
            .commands([
                "cleanrules status", "cleanrules doctor", "cleanrules why PATH",
                "cleanrules history --since 7d", "cleanrules state check",
            ]),
            .paragraph(.supportAskText), .heading(.supportLook),
            .bullets([
                .supportLookFaq, .supportLookOnedrive, .supportLookNights, .supportLookCautions,
            ]),
            .heading(.supportStop), .paragraph(.supportStopText),
            .commands([
                "cleanrules pause --why \"looking into it\"", "cleanrules undo --all",
            ]),
            .paragraph(.supportStopThen), .heading(.supportTell), .paragraph(.supportTellText),
            .commands(["cleanrules support-bundle -o bundle.json"]),
            .paragraph(.supportBundleText), .paragraph(.supportSecurity),
            .paragraph(.supportMicrosoft),
        ])

    /// Questions that people ask.
    package static let faq = HelpPage(
        name: "faq", title: .faqTitle,
        blocks: answers.flatMap { [.heading($0.question), .paragraph($0.answer)] } + [
            .commands([
                "cleanrules schedule remove", "cleanrules undo --all", "cleanrules forget",
                "sudo apt purge cleanrules",
            ])
        ])

    /// The last one is about what the commands below it do.
    private static let answers: [(question: Phrase, answer: Phrase)] = [
        (.faqLose, .faqLoseText), (.faqBack, .faqBackText), (.faqNothing, .faqNothingText),
        (.faqRefused, .faqRefusedText), (.faqAgain, .faqAgainText), (.faqFull, .faqFullText),
        (.faqWhere, .faqWhereText), (.faqStop, .faqStopText), (.faqRoot, .faqRootText),
        (.faqAccount, .faqAccountText), (.faqSend, .faqSendText), (.faqMove, .faqMoveText),
        (.faqCancel, .faqCancelText),
        (.faqTwo, .faqTwoText), (.faqMoved, .faqMovedText), (.faqTry, .faqTryText),
        (.faqLanguages, .faqLanguagesText), (.faqSystems, .faqSystemsText),
        (.faqEnd, .faqEndText),
    ]
}
