// SPDX-License-Identifier: Apache-2.0
// The names and numbers are those of PKCS #11 2.40 (OASIS), sections 3 to 5.
#include "CPKCS11.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long CK_ULONG;
typedef unsigned char CK_BYTE;
typedef CK_ULONG CK_RV;

typedef struct { CK_BYTE major, minor; } CK_VERSION;
typedef struct { CK_ULONG type; void *value; CK_ULONG count; } CK_ATTRIBUTE;
typedef struct { CK_ULONG mechanism; void *parameter; CK_ULONG count; } CK_MECHANISM;
typedef struct {
    CK_BYTE label[32], manufacturer[32], model[16], serial[16];
    CK_ULONG flags, numbers[10];
    CK_VERSION hardware, firmware;
    CK_BYTE time[16];
} CK_TOKEN_INFO;
typedef struct {
    void *create, *destroy, *lock, *unlock;
    CK_ULONG flags;
    void *reserved;
} CK_C_INITIALIZE_ARGS;

// What is not called is a place in the list, and nothing else.
typedef void (*unused)(void);
typedef struct {
    CK_VERSION version;
    CK_RV (*C_Initialize)(void *);
    CK_RV (*C_Finalize)(void *);
    unused C_GetInfo, C_GetFunctionList;
    CK_RV (*C_GetSlotList)(CK_BYTE, CK_ULONG *, CK_ULONG *);
    unused C_GetSlotInfo;
    CK_RV (*C_GetTokenInfo)(CK_ULONG, CK_TOKEN_INFO *);
    unused C_GetMechanismList, C_GetMechanismInfo, C_InitToken, C_InitPIN, C_SetPIN;
    CK_RV (*C_OpenSession)(CK_ULONG, CK_ULONG, void *, void *, CK_ULONG *);
    CK_RV (*C_CloseSession)(CK_ULONG);
    unused C_CloseAllSessions, C_GetSessionInfo, C_GetOperationState, C_SetOperationState;
    CK_RV (*C_Login)(CK_ULONG, CK_ULONG, const CK_BYTE *, CK_ULONG);
    CK_RV (*C_Logout)(CK_ULONG);
    unused C_CreateObject, C_CopyObject, C_DestroyObject, C_GetObjectSize;
    CK_RV (*C_GetAttributeValue)(CK_ULONG, CK_ULONG, CK_ATTRIBUTE *, CK_ULONG);
    unused C_SetAttributeValue;
    CK_RV (*C_FindObjectsInit)(CK_ULONG, CK_ATTRIBUTE *, CK_ULONG);
    CK_RV (*C_FindObjects)(CK_ULONG, CK_ULONG *, CK_ULONG, CK_ULONG *);
    CK_RV (*C_FindObjectsFinal)(CK_ULONG);
    unused C_EncryptInit, C_Encrypt, C_EncryptUpdate, C_EncryptFinal;
    unused C_DecryptInit, C_Decrypt, C_DecryptUpdate, C_DecryptFinal;
    unused C_DigestInit, C_Digest, C_DigestUpdate, C_DigestKey, C_DigestFinal;
    CK_RV (*C_SignInit)(CK_ULONG, CK_MECHANISM *, CK_ULONG);
    CK_RV (*C_Sign)(CK_ULONG, const CK_BYTE *, CK_ULONG, CK_BYTE *, CK_ULONG *);
    unused C_SignUpdate, C_SignFinal, C_SignRecoverInit, C_SignRecover;
    unused C_VerifyInit, C_Verify, C_VerifyUpdate, C_VerifyFinal;
    unused C_VerifyRecoverInit, C_VerifyRecover;
    unused C_DigestEncryptUpdate, C_DecryptDigestUpdate, C_SignEncryptUpdate;
    unused C_DecryptVerifyUpdate, C_GenerateKey;
    CK_RV (*C_GenerateKeyPair)(
        CK_ULONG, CK_MECHANISM *, CK_ATTRIBUTE *, CK_ULONG, CK_ATTRIBUTE *, CK_ULONG, CK_ULONG *,
        CK_ULONG *);
} CK_FUNCTION_LIST;

enum {
    CKR_OK = 0,
    CKR_ALREADY_INITIALIZED = 0x191,
    CKR_ALREADY_LOGGED_IN = 0x100,
    CKU_USER = 1,
    CKF_OS_LOCKING_OK = 2,
    CKF_RW_SESSION = 2,
    CKF_SERIAL_SESSION = 4,
    CKA_CLASS = 0,
    CKA_TOKEN = 1,
    CKA_PRIVATE = 2,
    CKA_LABEL = 3,
    CKA_KEY_TYPE = 0x100,
    CKA_ID = 0x102,
    CKA_SENSITIVE = 0x103,
    CKA_SIGN = 0x108,
    CKA_VERIFY = 0x10A,
    CKA_EXTRACTABLE = 0x162,
    CKA_EC_PARAMS = 0x180,
    CKA_EC_POINT = 0x181,
    CKO_PUBLIC_KEY = 2,
    CKO_PRIVATE_KEY = 3,
    CKK_EC = 3,
    CKM_EC_KEY_PAIR_GEN = 0x1040,
    CKM_ECDSA = 0x1041,
};

// prime256v1 as an object identifier in DER.
static CK_BYTE curve[] = {0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07};

struct cpkcs11_session {
    void *library;
    const CK_FUNCTION_LIST *calls;
    CK_ULONG handle;
    int is_open;
};

// Whether `label`, which is filled up with spaces, is `name`.
static int is_called(const CK_BYTE label[32], const char *name) {
    size_t count = 32, length = strlen(name);
    while (count > 0 && label[count - 1] == ' ') count -= 1;
    return count == length && memcmp(label, name, count) == 0;
}

// The slot of the one token that is called so.
static CK_RV find_token(const CK_FUNCTION_LIST *calls, const char *token, CK_ULONG *slot) {
    CK_ULONG count = 0;
    CK_RV result = calls->C_GetSlotList(1, NULL, &count);
    if (result != CKR_OK) return result;
    if (count == 0) return CPKCS11_NO_TOKEN;
    if (count > 4096) return CPKCS11_FORM;
    CK_ULONG *slots = calloc(count, sizeof *slots);
    if (slots == NULL) return CPKCS11_MODULE;
    result = calls->C_GetSlotList(1, slots, &count);
    int found = 0;
    for (CK_ULONG index = 0; result == CKR_OK && index < count; index += 1) {
        CK_TOKEN_INFO info;
        memset(&info, 0, sizeof info);
        if (calls->C_GetTokenInfo(slots[index], &info) != CKR_OK) continue;
        if (!is_called(info.label, token)) continue;
        *slot = slots[index];
        found += 1;
    }
    free(slots);
    if (result != CKR_OK) return result;
    return found == 1 ? CKR_OK : found == 0 ? CPKCS11_NO_TOKEN : CPKCS11_AMBIGUOUS;
}

static CK_RV begin(
    cpkcs11_session *session, const char *token, const unsigned char *pin, size_t pin_count) {
    CK_RV (*list)(const CK_FUNCTION_LIST **) =
        (CK_RV(*)(const CK_FUNCTION_LIST **))dlsym(session->library, "C_GetFunctionList");
    if (list == NULL || list(&session->calls) != CKR_OK || session->calls == NULL)
        return CPKCS11_MODULE;
    if (session->calls->version.major != 2 && session->calls->version.major != 3)
        return CPKCS11_MODULE;
    CK_C_INITIALIZE_ARGS arguments = {NULL, NULL, NULL, NULL, CKF_OS_LOCKING_OK, NULL};
    CK_RV result = session->calls->C_Initialize(&arguments);
    if (result != CKR_OK && result != CKR_ALREADY_INITIALIZED) return result;
    CK_ULONG slot = 0;
    result = find_token(session->calls, token, &slot);
    if (result != CKR_OK) return result;
    result = session->calls->C_OpenSession(
        slot, CKF_SERIAL_SESSION | CKF_RW_SESSION, NULL, NULL, &session->handle);
    if (result != CKR_OK) return result;
    session->is_open = 1;
    result = session->calls->C_Login(session->handle, CKU_USER, pin, pin_count);
    return result == CKR_ALREADY_LOGGED_IN ? CKR_OK : result;
}

cpkcs11_session *cpkcs11_open(
    const char *path, const char *token, const unsigned char *pin, size_t pin_count,
    cpkcs11_fault *fault) {
    *fault = CPKCS11_MODULE;
    cpkcs11_session *session = calloc(1, sizeof *session);
    if (session == NULL) return NULL;
    session->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (session->library != NULL) *fault = begin(session, token, pin, pin_count);
    if (*fault == CKR_OK) return session;
    cpkcs11_close(session);
    return NULL;
}

void cpkcs11_close(cpkcs11_session *session) {
    if (session == NULL) return;
    if (session->is_open) session->calls->C_CloseSession(session->handle);
    // The module stays as it is until the process ends: other sessions may go through it.
    free(session);
}

// The one object of that class and label.
static CK_RV find_key(
    cpkcs11_session *session, CK_ULONG class, const char *label, CK_ULONG *object) {
    CK_ULONG type = CKK_EC;
    CK_ATTRIBUTE wanted[] = {
        {CKA_CLASS, &class, sizeof class},
        {CKA_KEY_TYPE, &type, sizeof type},
        {CKA_LABEL, (void *)label, strlen(label)},
    };
    CK_RV result = session->calls->C_FindObjectsInit(session->handle, wanted, 3);
    if (result != CKR_OK) return result;
    CK_ULONG found[2] = {0, 0}, count = 0;
    result = session->calls->C_FindObjects(session->handle, found, 2, &count);
    CK_RV end = session->calls->C_FindObjectsFinal(session->handle);
    if (result != CKR_OK) return result;
    if (end != CKR_OK) return end;
    *object = found[0];
    return count == 1 ? CKR_OK : count == 0 ? CPKCS11_NO_KEY : CPKCS11_AMBIGUOUS;
}

int cpkcs11_make(cpkcs11_session *session, const char *label, cpkcs11_fault *fault) {
    CK_BYTE yes = 1, no = 0;
    CK_ATTRIBUTE public[] = {
        {CKA_TOKEN, &yes, 1},
        {CKA_VERIFY, &yes, 1},
        {CKA_EC_PARAMS, curve, sizeof curve},
        {CKA_LABEL, (void *)label, strlen(label)},
        {CKA_ID, (void *)label, strlen(label)},
    };
    CK_ATTRIBUTE private[] = {
        {CKA_TOKEN, &yes, 1},
        {CKA_PRIVATE, &yes, 1},
        {CKA_SENSITIVE, &yes, 1},
        {CKA_EXTRACTABLE, &no, 1},
        {CKA_SIGN, &yes, 1},
        {CKA_LABEL, (void *)label, strlen(label)},
        {CKA_ID, (void *)label, strlen(label)},
    };
    CK_MECHANISM mechanism = {CKM_EC_KEY_PAIR_GEN, NULL, 0};
    CK_ULONG keys[2] = {0, 0};
    *fault = session->calls->C_GenerateKeyPair(
        session->handle, &mechanism, public, 5, private, 7, &keys[0], &keys[1]);
    return *fault == CKR_OK;
}

int cpkcs11_point(
    cpkcs11_session *session, const char *label, unsigned char point[65], cpkcs11_fault *fault) {
    CK_ULONG object = 0;
    *fault = find_key(session, CKO_PUBLIC_KEY, label, &object);
    if (*fault != CKR_OK) return 0;
    CK_BYTE parameters[64], bytes[128];
    CK_ATTRIBUTE asked[] = {
        {CKA_EC_PARAMS, parameters, sizeof parameters},
        {CKA_EC_POINT, bytes, sizeof bytes},
    };
    *fault = session->calls->C_GetAttributeValue(session->handle, object, asked, 2);
    if (*fault != CKR_OK) return 0;
    *fault = CPKCS11_FORM;
    if (asked[0].count != sizeof curve || memcmp(parameters, curve, sizeof curve) != 0) return 0;
    // An OCTET STRING around the point; some tokens leave it away.
    const CK_BYTE *start = bytes;
    if (asked[1].count == 67 && bytes[0] == 4 && bytes[1] == 65) start += 2;
    else if (asked[1].count != 65) return 0;
    if (start[0] != 4) return 0;
    memcpy(point, start, 65);
    *fault = CKR_OK;
    return 1;
}

int cpkcs11_sign(
    cpkcs11_session *session, const char *label, const unsigned char digest[32],
    unsigned char signature[64], cpkcs11_fault *fault) {
    CK_ULONG object = 0, count = 64;
    *fault = find_key(session, CKO_PRIVATE_KEY, label, &object);
    if (*fault != CKR_OK) return 0;
    CK_MECHANISM mechanism = {CKM_ECDSA, NULL, 0};
    *fault = session->calls->C_SignInit(session->handle, &mechanism, object);
    if (*fault != CKR_OK) return 0;
    *fault = session->calls->C_Sign(session->handle, digest, 32, signature, &count);
    if (*fault != CKR_OK) return 0;
    if (count == 64) return 1;
    *fault = CPKCS11_FORM;
    return 0;
}
