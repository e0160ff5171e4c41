// SPDX-License-Identifier: Apache-2.0
// Written by script/embed-words: do not edit.

// swift-format-ignore-file

extension Phrase {
    /// `albums of a personal OneDrive`
    package static var templateAlbums: Phrase { Phrase("template:albums") }
    /// `pictures that look alike`
    package static var templateAlike: Phrase { Phrase("template:alike") }
    /// `'cleanrules photos' looks at pictures, and of those it has looked at the small copies and the bursts are found. You decide, group by group.`
    package static var templateAlikeMore: Phrase { Phrase("template:alike.more") }
    /// `any of these`
    package static var templateAny: Phrase { Phrase("template:any") }
    /// `Rules for a folder of backups.`
    package static var templateBackups: Phrase { Phrase("template:backups") }
    /// `Each folder keeps its newest five, and of each year the first, whatever its name. A backup that looks broken is shown to a person, never deleted.`
    package static var templateBackupsMore: Phrase { Phrase("template:backups.more") }
    /// `Once the copies above are decided, say 'enabled: true': what this rule asks about is compared with no other picture, and most of it is a copy of one.`
    package static var templateChats: Phrase { Phrase("template:chats") }
    /// `Downloaded twice: 'offer.pdf' stays, 'offer (1).pdf' goes. Equal means equal byte for byte, and one copy always stays.`
    package static var templateCopies: Phrase { Phrase("template:copies") }
    /// `Names for conditions that are used below.`
    package static var templateDefine: Phrase { Phrase("template:define") }
    /// `Rules for a downloads folder.`
    package static var templateDownloads: Phrase { Phrase("template:downloads") }
    /// `Downloads can mostly be downloaded again, papers mostly cannot. So papers are protected, installers and unfinished files go, and what is merely old is looked at by a person.`
    package static var templateDownloadsMore: Phrase { Phrase("template:downloads.more") }
    /// `no film this large goes without a look`
    package static var templateFilm: Phrase { Phrase("template:film") }
    /// `folders`
    package static var templateFolders: Phrase { Phrase("template:folders") }
    /// `A folder only ever goes when everything in it goes.`
    package static var templateFoldersMore: Phrase { Phrase("template:folders.more") }
    /// `nothing this large goes without a look`
    package static var templateLarge: Phrase { Phrase("template:large") }
    /// `Over any of these, the whole plan is refused: better nothing than too much.`
    package static var templateLimits: Phrase { Phrase("template:limits") }
    /// `A small set of rules to grow from.`
    package static var templateMinimal: Phrase { Phrase("template:minimal") }
    /// `what no rule names is kept;`
    package static var templateMinimalKeep: Phrase { Phrase("template:minimal.keep") }
    /// `Three sentences carry everything below:`
    package static var templateMinimalMore: Phrase { Phrase("template:minimal.more") }
    /// `keep is stronger than review, and review is stronger than delete.`
    package static var templateMinimalOrder: Phrase { Phrase("template:minimal.order") }
    /// `what is not known is never deleted;`
    package static var templateMinimalUnknown: Phrase { Phrase("template:minimal.unknown") }
    /// `In each folder the newest five stay, by the date of the last change, and besides the first of each year by that date. Protected ones count among the five.`
    package static var templateNewest: Phrase { Phrase("template:newest") }
    /// `and older than this`
    package static var templateOlder: Phrase { Phrase("template:older") }
    /// `of a hundred nightly backups many may go`
    package static var templatePercentBackups: Phrase { Phrase("template:percent.backups") }
    /// `a downloads folder may lose more than others`
    package static var templatePercentDownloads: Phrase { Phrase("template:percent.downloads") }
    /// `a person decides`
    package static var templatePerson: Phrase { Phrase("template:person") }
    /// `Rules for a folder of pictures and films.`
    package static var templatePictures: Phrase { Phrase("template:pictures") }
    /// `They look for four things: the same file twice, pictures that look alike, screenshots that nobody needs any more, and what cameras and systems leave lying about. What no rule names is kept.`
    package static var templatePicturesMore: Phrase { Phrase("template:pictures.more") }
    /// `small previews that cameras write`
    package static var templatePreviews: Phrase { Phrase("template:previews") }
    /// `Protections come first. No rule and no option gets past them.`
    package static var templateProtect: Phrase { Phrase("template:protect") }
    /// `What is under review does not count among the five.`
    package static var templateReviewed: Phrase { Phrase("template:reviewed") }
    /// `what has served its purpose`
    package static var templateServed: Phrase { Phrase("template:served") }
    /// `Examples that must come out as they say; 'cleanrules test' tries them.`
    package static var templateTests: Phrase { Phrase("template:tests") }
    /// `what goes, goes into the trash`
    package static var templateTrash: Phrase { Phrase("template:trash") }
    /// `until you have decided 10 items of a new rule, it only asks`
    package static var templateTrial10: Phrase { Phrase("template:trial.10") }
    /// `until you have decided 20 items of a new rule, it only asks`
    package static var templateTrial20: Phrase { Phrase("template:trial.20") }
    /// `the same file twice`
    package static var templateTwice: Phrase { Phrase("template:twice") }
    /// `Equal means equal byte for byte. One copy always stays: first the one that is filed under a year, then the oldest, then the one with the shortest path.`
    package static var templateTwiceMore: Phrase { Phrase("template:twice.more") }
    /// `where a value is missing, a person has a look`
    package static var templateUnknown: Phrase { Phrase("template:unknown") }
    /// `a deletion can be taken back this long before it happens`
    package static var templateWindow: Phrase { Phrase("template:window") }
}
