// SPDX-License-Identifier: Apache-2.0
// A key on a token, by the C interface of PKCS #11 2.40: as much of it as signing by ES256 takes.
// The module of the token is opened while the program runs.
#pragma once
#include <stddef.h>

/// A session with one token, in which its user is logged in. One thread at a time may use it.
typedef struct cpkcs11_session cpkcs11_session;

/// Why something was not done: a `CKR_` of the module, or one of these.
typedef unsigned long cpkcs11_fault;
/// The module cannot be opened, or is none.
#define CPKCS11_MODULE 0xF0000001UL
/// No token has that label.
#define CPKCS11_NO_TOKEN 0xF0000002UL
/// Several tokens, or several keys, have that label.
#define CPKCS11_AMBIGUOUS 0xF0000003UL
/// No key has that label.
#define CPKCS11_NO_KEY 0xF0000004UL
/// What the token says has not the form of a key or a signature by ES256.
#define CPKCS11_FORM 0xF0000005UL

/// Opens the module at `path`, and logs in to the token labelled `token`. NULL, and why, where that
/// cannot be done. The session is the caller's.
cpkcs11_session *cpkcs11_open(
    const char *path, const char *token, const unsigned char *pin, size_t pin_count,
    cpkcs11_fault *fault);

/// Ends the session; with the last one of a token its user is logged out.
void cpkcs11_close(cpkcs11_session *session);

/// Makes a pair of keys on P-256 labelled `label`, whose private one never leaves the token. 1 where it
/// was made.
int cpkcs11_make(cpkcs11_session *session, const char *label, cpkcs11_fault *fault);

/// The point of the public key labelled `label`: 65 bytes, the first of them 4. 1 where there is one.
int cpkcs11_point(
    cpkcs11_session *session, const char *label, unsigned char point[65], cpkcs11_fault *fault);

/// The signature of the key labelled `label` over a SHA-256: two numbers of 32 bytes. 1 where it was
/// made.
int cpkcs11_sign(
    cpkcs11_session *session, const char *label, const unsigned char digest[32],
    unsigned char signature[64], cpkcs11_fault *fault);
