// SPDX-License-Identifier: Apache-2.0

/// What one process does of the import of a dataset.
package struct DatasetTask: Sendable, Hashable {
    /// What is done, in this order.
    package enum Step: String, Sendable, Hashable, CaseIterable {
        /// A file of the dataset is read.
        case split
        /// The listing of a part is written.
        case gather
    }

    /// What is done.
    package let step: Step
    /// Of which file or part, from 0.
    package let number: Int

    /// That step of that file or part.
    package init(_ step: Step, _ number: Int) {
        self.step = step
        self.number = number
    }

    /// Whether `file` was read already into `folder` by `settings`, those of the job, whole.
    package static func isRead(
        _ file: SourceFile, by settings: String, in folder: DatasetFolder
    ) -> Bool {
        DatasetIndex.read(file, settings, in: folder)?.stamp == file.stamp
    }
}

/// How a process is told what to do of an import: its arguments.
package struct DatasetOrder: Sendable, Hashable {
    private let task: DatasetTask
    /// Where.
    package let folder: DatasetFolder

    /// To do `task` in `folder`.
    package init(_ task: DatasetTask, in folder: DatasetFolder) {
        self.task = task
        self.folder = folder
    }

    /// Reads what `arguments` ask for; nil where they ask for nothing of an import.
    package init?(_ arguments: [String]) {
        guard arguments.count == 3, let step = DatasetTask.Step(rawValue: arguments[0]),
            arguments[1].hasPrefix("/"), let number = Int(arguments[2]), number >= 0
        else { return nil }
        task = DatasetTask(step, number)
        folder = DatasetFolder(path: arguments[1])
    }

    /// The order as arguments.
    package var arguments: [String] { [task.step.rawValue, folder.path, String(task.number)] }

    /// The files that it reads outside its folder.
    package func reads() throws(PartFailure) -> [String] {
        let files = try folder.job().files
        guard task.step == .split, files.indices.contains(task.number) else { return [] }
        return [files[task.number].path]
    }

    /// Does it.
    package func run() throws(PartFailure) {
        let job = try folder.job()
        switch task.step {
        case .split:
            guard job.files.indices.contains(task.number) else {
                throw PartFolder.damaged(folder.jobPath)
            }
            try DatasetSplit(job, folder, number: task.number).run()
        case .gather: try DatasetGather(job, folder, number: task.number).run()
        }
    }
}
