// SPDX-License-Identifier: Apache-2.0

import Testing
import Workflow

@Suite("Names of cameras")
struct CameraNameTests {
    @Test(
        "say the maker once",
        arguments: [
            ("Canon Canon EOS 80D", "Canon EOS 80D"),
            ("NIKON CORPORATION NIKON D750", "NIKON D750"), ("Apple iPhone 12", "Apple iPhone 12"),
            ("SAMSUNG samsung Galaxy S9", "samsung Galaxy S9"), ("Canon", "Canon"), ("", ""),
            ("Sony Sony", "Sony Sony"), ("X100V", "X100V"),
        ])
    func shown(told: String, shown: String) {
        #expect(CameraName.shown(told) == shown)
    }
}
