// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// `ItemIdentity.isAbout` in the words of SQL: rows have what their items are filed by in `volume`
/// and `item_key`, and the text of the stamp, where there is one, in `stamp`.
extension ItemIdentity {
    /// Selects the numbers of the rows of `table` that are about the item whose `values` are bound
    /// first, and that meet `condition`.
    static func numbers(in table: String, _ condition: String) -> String {
        """
        SELECT number FROM \(table) WHERE stamp = ?1 AND \(condition)
        UNION SELECT number FROM \(table) WHERE volume = ?2 AND item_key = ?3
            AND (?1 IS NULL OR stamp IS NULL) AND \(condition)
        """
    }

    /// The same, and rows about other items that lay at its place.
    static func numbersAtPlace(in table: String, _ condition: String) -> String {
        """
        SELECT number FROM \(table) WHERE stamp = ?1 AND \(condition)
        UNION SELECT number FROM \(table) WHERE volume = ?2 AND item_key = ?3 AND \(condition)
        """
    }

    /// What stands for the item in these.
    var values: [DatabaseValue] {
        [(stamp?.text).value, address.volume.value, address.key.value]
    }

    /// The condition under which no row of `table`, called `later`, that meets `condition` is about
    /// the same item as the row that is asked about.
    static func noneLater(in table: String, _ condition: String) -> String {
        """
        NOT EXISTS (
            SELECT 1 FROM \(table) AS later WHERE later.stamp = \(table).stamp
                AND later.number > \(table).number AND \(condition))
        AND NOT EXISTS (
            SELECT 1 FROM \(table) AS later WHERE later.volume = \(table).volume
                AND later.item_key = \(table).item_key AND later.number > \(table).number
                AND (later.stamp IS NULL OR \(table).stamp IS NULL) AND \(condition))
        """
    }
}
