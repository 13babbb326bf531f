import { AppError } from '../command/errors.ts'

/** Uploads at once in one process; each keeps its file, up to 25 MB, in memory until its rows are stored. */
const PLACES = 6

/**
 * Limits the uploads that one process reads or keeps waiting for the reading thread. The returned function counts
 * `upload` while it runs, and throws `import.busy` (503) if the limit is reached.
 */
export function createConcurrencyLimit(limit = PLACES) {
  let used = 0
  return async function inPlace<Answer>(upload: () => Promise<Answer>): Promise<Answer> {
    if (used >= limit) throw new AppError('import.busy', 503)
    used += 1
    try {
      return await upload()
    } finally {
      used -= 1
    }
  }
}
