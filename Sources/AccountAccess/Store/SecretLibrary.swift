// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import HTTPTransport

/// libsecret and what it needs of GLib, loaded when somebody asks for it: most machines that run
/// unattended have neither, and commands that need no account should not wait for them.
///
/// The functions are those of libsecret 0.19 and later that take their arguments in a table, for
/// Swift can call no variadic ones. All calls block.
struct SecretLibrary: Sendable {
    typealias Pointer = UnsafeMutableRawPointer
    typealias ErrorPlace = UnsafeMutablePointer<UnsafeMutableRawPointer?>

    /// secret_password_lookupv_sync
    let lookUp:
        @Sendable @convention(c) (
            Pointer?, Pointer?, Pointer?, ErrorPlace?
        ) -> UnsafeMutablePointer<CChar>?
    /// secret_password_storev_sync
    let store:
        @Sendable @convention(c) (
            Pointer?, Pointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
            UnsafePointer<CChar>?, Pointer?, ErrorPlace?
        ) -> Int32
    /// secret_password_clearv_sync
    let clear: @Sendable @convention(c) (Pointer?, Pointer?, Pointer?, ErrorPlace?) -> Int32
    /// secret_password_free, which wipes the memory
    let freePassword: @Sendable @convention(c) (UnsafeMutablePointer<CChar>?) -> Void
    /// secret_service_get_sync
    let service: @Sendable @convention(c) (Int32, Pointer?, ErrorPlace?) -> Pointer?
    /// g_hash_table_new
    let newTable: @Sendable @convention(c) (Pointer?, Pointer?) -> Pointer?
    /// g_hash_table_insert
    let insert: @Sendable @convention(c) (Pointer?, Pointer?, Pointer?) -> Int32
    /// g_hash_table_unref
    let freeTable: @Sendable @convention(c) (Pointer?) -> Void
    /// g_error_free
    let freeError: @Sendable @convention(c) (Pointer?) -> Void
    /// g_cancellable_new
    let newCancellable: @Sendable @convention(c) () -> Pointer?
    /// g_cancellable_cancel; from any thread
    let cancel: @Sendable @convention(c) (Pointer?) -> Void
    /// g_object_unref
    let release: @Sendable @convention(c) (Pointer?) -> Void
    /// g_str_hash and g_str_equal, as numbers so that they may cross threads
    let hash: UInt
    let equal: UInt

    /// The libraries of this machine; nil where there are none, or too old ones.
    init?() {
        // They stay loaded: threads of theirs may run until the process ends.
        guard let secret = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL),
            let glib = dlopen("libglib-2.0.so.0", RTLD_NOW | RTLD_LOCAL),
            let objects = dlopen("libgobject-2.0.so.0", RTLD_NOW | RTLD_LOCAL),
            let io = dlopen("libgio-2.0.so.0", RTLD_NOW | RTLD_LOCAL)
        else { return nil }
        guard let lookUp = dlsym(secret, "secret_password_lookupv_sync"),
            let store = dlsym(secret, "secret_password_storev_sync"),
            let clear = dlsym(secret, "secret_password_clearv_sync"),
            let freePassword = dlsym(secret, "secret_password_free"),
            let service = dlsym(secret, "secret_service_get_sync"),
            let newTable = dlsym(glib, "g_hash_table_new"),
            let insert = dlsym(glib, "g_hash_table_insert"),
            let freeTable = dlsym(glib, "g_hash_table_unref"),
            let freeError = dlsym(glib, "g_error_free"),
            let hash = dlsym(glib, "g_str_hash"), let equal = dlsym(glib, "g_str_equal"),
            let newCancellable = dlsym(io, "g_cancellable_new"),
            let cancel = dlsym(io, "g_cancellable_cancel"),
            let release = dlsym(objects, "g_object_unref")
        else { return nil }
        self.lookUp = unsafeBitCast(lookUp, to: type(of: self.lookUp))
        self.store = unsafeBitCast(store, to: type(of: self.store))
        self.clear = unsafeBitCast(clear, to: type(of: self.clear))
        self.freePassword = unsafeBitCast(freePassword, to: type(of: self.freePassword))
        self.service = unsafeBitCast(service, to: type(of: self.service))
        self.newTable = unsafeBitCast(newTable, to: type(of: self.newTable))
        self.insert = unsafeBitCast(insert, to: type(of: self.insert))
        self.freeTable = unsafeBitCast(freeTable, to: type(of: self.freeTable))
        self.freeError = unsafeBitCast(freeError, to: type(of: self.freeError))
        self.newCancellable = unsafeBitCast(newCancellable, to: type(of: self.newCancellable))
        self.cancel = unsafeBitCast(cancel, to: type(of: self.cancel))
        self.release = unsafeBitCast(release, to: type(of: self.release))
        self.hash = UInt(bitPattern: hash)
        self.equal = UInt(bitPattern: equal)
    }
}
