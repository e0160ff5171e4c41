// SPDX-License-Identifier: Apache-2.0

internal import Text
package import SignedText

/// Certificates of nobody, made for tests: P-384 above, P-256 for the signer, valid from 2026-11-24
/// for eighty years. All signers' certificates are of one key.
package enum TestChains {
    /// The SHA-256 of `root`.
    package static let rootDigest =
        "475e12a9f1e7dc548bff9e5fba0d8bda79505cec91f02aa23059d27e4612347c"

    /// The root that tests trust.
    package static let root = text(
        """
        MIIBrzCCATWgAwIBAgIBATAKBggqhkjOPQQDAzAPMQ0wCwYDVQQDDARyb290MCAXDTI2MTEyNDAwMzQyMFoYDzIx
        MjYxMDMxMDAzNDIwWjAPMQ0wCwYDVQQDDARyb290MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAERCQ7MewdwAOyNhD0
        i6QNsxRWcwrsnthua6kF49EfTt3Y6CuqFNRuYW3R6ITGkHtPujxA9b/aPWt10478kz7Ux0ZnvLwCCRzqlbq2v1SB
        jp3h5zqkJ+pZ5oUI98/BMIejo2MwYTAdBgNVHQ4EFgQUaGxrGuV5TRs0LnYT0chSTp7ogx0wHwYDVR0jBBgwFoAU
        aGxrGuV5TRs0LnYT0chSTp7ogx0wDwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAQYwCgYIKoZIzj0EAwMD
        aAAwZQIxAKd0KZvUAAt6uxEo0DeXY+SmjdHkv3zlP1V/XHafuqqtgMh8G1Nyl9+BqQXn7kJzHwIwc9S4ZlgFHgd5
        se+QR69eoYdbhwBxm3NnfQ7qgG5E98hZmPiZ08+KBdvhGipf6VkG
        """)

    /// The certificate in the middle, with its mark.
    package static let middle = text(
        """
        MIIBxTCCAUugAwIBAgIDAkcIMAoGCCqGSM49BAMCMA8xDTALBgNVBAMMBHJvb3QwIBcNMjYxMTI0MDAzNDIwWhgP
        MjEyNjEwMzEwMDM0MjBaMA4xDDAKBgNVBAMMA21pZDB2MBAGByqGSM49AgEGBSuBBAAiA2IABHf8yFGeciMAPybp
        16Ao6RKU5OFAoawVBAoZoDwZLDJbZ2pOVyQ6J+vhf/k9fHuIC2ldYirmSb62H8ICIf+IhqEfGKhLn+RwdUzfx0P1
        qad4Rcw7gEB1Kt5+okYDtu+GsKN4MHYwEgYDVR0TAQH/BAgwBgEB/wIBADAOBgNVHQ8BAf8EBAMCAgQwEAYKKoZI
        hvdjZAYCAQQCBQAwHQYDVR0OBBYEFA6UKAbZ4X5tikM8HJp/l2i4HFWtMB8GA1UdIwQYMBaAFGhsaxrleU0bNC52
        E9HIUk6e6IMdMAoGCCqGSM49BAMCA2gAMGUCMQDN29VcpROLdrxL3jd9kqKghy/O32djhM5ePh/31AYmzrmiyrD4
        ZfgS+4i2DvLdzPYCMHNrMkxP5j/FxdzotMdAAlXofLpvWhlJMFFjrshr7erqSje+7kPNnfD+dQhXDHTE2g==
        """)

    /// The signer's, with its mark.
    package static let leaf = text(
        """
        MIIBoTCCASigAwIBAgIDAgEWMAoGCCqGSM49BAMCMA4xDDAKBgNVBAMMA21pZDAgFw0yNjExMjQwMDM0MjBaGA8y
        MTA5MDExMzAwMzQyMFowDzENMAsGA1UEAwwEbGVhZjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABAPbXv+08DCX
        iArqvW9ivQbk/rJlDei0rem7zJSieSUq1W3fUJGoHRXBvsn6bckSRAusp8lTfaudg8nDOp+TA0GjcjBwMAwGA1Ud
        EwEB/wQCMAAwDgYDVR0PAQH/BAQDAgeAMBAGCiqGSIb3Y2QGCwEEAgUAMB0GA1UdDgQWBBTE3DQ/3YUApybb8DyO
        swKl2ltTUzAfBgNVHSMEGDAWgBQOlCgG2eF+bYpDPByaf5douBxVrTAKBggqhkjOPQQDAgNnADBkAjBbgsjTZloD
        vINxaA88lzvlKSh83R0QG4U0JD25yXYqaqVWbpVsTHlTie0b9Y+twU4CMC2edlOob+omUeMxN40w80bKKngnQtpk
        g9Siakv4qVJVG5vhKE+O1l05QIkCe+gNyQ==
        """)

    /// Another root.
    package static let otherRoot = text(
        """
        MIIBsTCCATegAwIBAgIBATAKBggqhkjOPQQDAzAQMQ4wDAYDVQQDDAVvdGhlcjAgFw0yNjExMjQwMDM0MjBaGA8y
        MTI2MTAzMTAwMzQyMFowEDEOMAwGA1UEAwwFb3RoZXIwdjAQBgcqhkjOPQIBBgUrgQQAIgNiAARix7205T5o3NKl
        sUz6ePPYDPsA5IEC31hwx1yk147hM3X7OOxM58GwtcEKMvBl28nsEfeVSTam0ljXnyZKfH6Kzxcs2/GRL8jzKQG1
        UPCDRNOCKCMaiOEOpMWOQ9t0wXujYzBhMB0GA1UdDgQWBBR0XJ3F5GlyJqUsia40uhpQ2Tu1gzAfBgNVHSMEGDAW
        gBR0XJ3F5GlyJqUsia40uhpQ2Tu1gzAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB/wQEAwIBBjAKBggqhkjOPQQD
        AwNoADBlAjAV8hwVsn/Eawfqdyqqgr+fMhcASNr5h8zKV2FQO0QwuhMbdL+LIH9rwWcnQjoWs9cCMQCY5X3mXc2Q
        QOqEs4FbcDlqOZSBtBYcf2D+m390AaTNaeY7cfd+74Tno08LtQFn1G8=
        """)

    /// The one in the middle below the other root.
    package static let otherMiddle = text(
        """
        MIIBzDCCAVGgAwIBAgIDAxlWMAoGCCqGSM49BAMCMBAxDjAMBgNVBAMMBW90aGVyMCAXDTI2MTEyNDAwMzQyMFoY
        DzIxMjYxMDMxMDAzNDIwWjATMREwDwYDVQQDDAhtaWRvdGhlcjB2MBAGByqGSM49AgEGBSuBBAAiA2IABN3jU2RE
        MoXnXy+oLDD4EEvoGsaLWHKHoDwtjvpk7mtbpryBaIYbYdKb4wDFr4su78yqkfaIV5lFz+o3Mbi2eSx46ZXvlFhi
        0WTjiPA2UvZWjsLeFPxKsbaRHSZqot1+wqN4MHYwEgYDVR0TAQH/BAgwBgEB/wIBADAOBgNVHQ8BAf8EBAMCAgQw
        EAYKKoZIhvdjZAYCAQQCBQAwHQYDVR0OBBYEFET8DH8BCLhpG8wRr1RiesMbcb+DMB8GA1UdIwQYMBaAFHRcncXk
        aXImpSyJrjS6GlDZO7WDMAoGCCqGSM49BAMCA2kAMGYCMQCQxiA671xPD5sgk7LSjywQJ8Xy9l+mKn3oxWZSyid2
        VVQqo6lySu+DA3YZL/6w0tkCMQD41wGHWgYHa6sI/0tyw6tKDXwtwByArrUzMu98Unb9g2aTNz9vuG2QMf4623ZZ
        VK4=
        """)

    /// The signer's below the other root.
    package static let otherLeaf = text(
        """
        MIIBrDCCATKgAwIBAgIDAoNTMAoGCCqGSM49BAMCMBMxETAPBgNVBAMMCG1pZG90aGVyMCAXDTI2MTEyNDAwMzQy
        MFoYDzIxMDkwMTEzMDAzNDIwWjAUMRIwEAYDVQQDDAlsZWFmb3RoZXIwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
        AAQD217/tPAwl4gK6r1vYr0G5P6yZQ3otK3pu8yUonklKtVt31CRqB0Vwb7J+m3JEkQLrKfJU32rnYPJwzqfkwNB
        o3IwcDAMBgNVHRMBAf8EAjAAMA4GA1UdDwEB/wQEAwIHgDAQBgoqhkiG92NkBgsBBAIFADAdBgNVHQ4EFgQUxNw0
        P92FAKcm2/A8jrMCpdpbU1MwHwYDVR0jBBgwFoAURPwMfwEIuGkbzBGvVGJ6wxtxv4MwCgYIKoZIzj0EAwIDaAAw
        ZQIxAMAkE83LU7v+cU/jTUJgt7jfyhuxv0QT5A9PrcKVQz5jR90WZcDEfYnp4bqB59HkGwIwNIc4lHxPg+XhAaCe
        vMuFqrSGIdyX1g0UArzk5iZvuiszRid9q/EjS3dvjFtGqbsP
        """)

    /// The one in the middle, without its mark.
    package static let bareMiddle = text(
        """
        MIIBtjCCATygAwIBAgICNpAwCgYIKoZIzj0EAwIwDzENMAsGA1UEAwwEcm9vdDAgFw0yNjExMjQwMDM0MjBaGA8y
        MTI2MTAzMTAwMzQyMFowEjEQMA4GA1UEAwwHbWlkYmFyZTB2MBAGByqGSM49AgEGBSuBBAAiA2IABHf8yFGeciMA
        Pybp16Ao6RKU5OFAoawVBAoZoDwZLDJbZ2pOVyQ6J+vhf/k9fHuIC2ldYirmSb62H8ICIf+IhqEfGKhLn+RwdUzf
        x0P1qad4Rcw7gEB1Kt5+okYDtu+GsKNmMGQwEgYDVR0TAQH/BAgwBgEB/wIBADAOBgNVHQ8BAf8EBAMCAgQwHQYD
        VR0OBBYEFA6UKAbZ4X5tikM8HJp/l2i4HFWtMB8GA1UdIwQYMBaAFGhsaxrleU0bNC52E9HIUk6e6IMdMAoGCCqG
        SM49BAMCA2gAMGUCMFAG5QEb0pnfzHvEFHNovt4zFPJ2SSKY+ji1j+JB+Us9AJ8h8/LXKDrd+yBv9fiLBwIxAMCc
        Ae262aiVAglHEVFTnR030QYNycfaUFXeLHQL85LQ5VQl4A8z8LEZ2CBY8MoAuA==
        """)

    /// The signer's, without its mark.
    package static let bareLeaf = text(
        """
        MIIBlTCCARqgAwIBAgIDAXkzMAoGCCqGSM49BAMCMA4xDDAKBgNVBAMMA21pZDAgFw0yNjExMjQwMDM0MjBaGA8y
        MTA5MDExMzAwMzQyMFowEzERMA8GA1UEAwwIbGVhZmJhcmUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQD217/
        tPAwl4gK6r1vYr0G5P6yZQ3otK3pu8yUonklKtVt31CRqB0Vwb7J+m3JEkQLrKfJU32rnYPJwzqfkwNBo2AwXjAM
        BgNVHRMBAf8EAjAAMA4GA1UdDwEB/wQEAwIHgDAdBgNVHQ4EFgQUxNw0P92FAKcm2/A8jrMCpdpbU1MwHwYDVR0j
        BBgwFoAUDpQoBtnhfm2KQzwcmn+XaLgcVa0wCgYIKoZIzj0EAwIDaQAwZgIxAOokoxSD0lZ/6hEekhwSLq2VCAiP
        XS1HHzwvmIOqUD+tAzYxE749X6wMFglp4ZYZZQIxAPor2PDmd8GY5UwNjNSFWUyqyBcWpy2cx3gZ96YHiiByqKfA
        g1dHhMMQJUIyrmPAhw==
        """)

    /// The signer's as that of an authority.
    package static let authorityLeaf = text(
        """
        MIIBqDCCAS2gAwIBAgIDAWYJMAoGCCqGSM49BAMCMA4xDDAKBgNVBAMMA21pZDAgFw0yNjExMjQwMDM0MjBaGA8y
        MTA5MDExMzAwMzQyMFowETEPMA0GA1UEAwwGbGVhZmNhMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEA9te/7Tw
        MJeICuq9b2K9BuT+smUN6LSt6bvMlKJ5JSrVbd9QkagdFcG+yfptyRJEC6ynyVN9q52DycM6n5MDQaN1MHMwDwYD
        VR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAoQwEAYKKoZIhvdjZAYLAQQCBQAwHQYDVR0OBBYEFMTcND/dhQCn
        JtvwPI6zAqXaW1NTMB8GA1UdIwQYMBaAFA6UKAbZ4X5tikM8HJp/l2i4HFWtMAoGCCqGSM49BAMCA2kAMGYCMQC8
        USDisAAgQ5Ys86kC06LsKFFfzGoZ8GZwzZWKqIpYLyukzkCX9WXUmyKMz8gyprwCMQDttL/zHdZ3ajChOlyZVyFu
        TUziF7D6+rL/PqmseOSe7n/MclzSA4bvOSuGno29UeQ=
        """)

    /// The key of the signers' certificates.
    package static func key() throws -> SigningKey { try SigningKey(pem: Array(keyText.utf8)) }

    private static let keyText = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgZBw2qzXMz3A7MpkV
        jVFnQ55brstBBOKpe2c3V7ZyLw+hRANCAAQD217/tPAwl4gK6r1vYr0G5P6yZQ3o
        tK3pu8yUonklKtVt31CRqB0Vwb7J+m3JEkQLrKfJU32rnYPJwzqfkwNB
        -----END PRIVATE KEY-----

        """

    private static func text(_ lines: String) -> String {
        String(lines.filter { !$0.isNewline })
    }
}
