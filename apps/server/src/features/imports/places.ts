import { AppError } from '../../lib/errors.ts'

/** Each holds its file, up to 25 MB, from its first byte until its rows are kept. */
const PLACES = 6

/**
 * Counts the uploads that one process reads or keeps waiting for the reading thread. Takes a place for as long as
 * `upload` runs; throws `import.busy` (503) where all are taken.
 */
export function createPlaces(limit = PLACES) {
  let taken = 0
  return async function inPlace<Answer>(upload: () => Promise<Answer>): Promise<Answer> {
    if (taken >= limit) throw new AppError('import.busy', 503)
    taken += 1
    try {
      return await upload()
    } finally {
      taken -= 1
    }
  }
}
