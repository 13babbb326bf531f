import { AppError } from '../command/errors.ts'
import type { Deps } from '../deps.ts'
import { findVirus } from '../integrations/antivirus/clamd.ts'

/**
 * Refuses a file with a virus: `files.infected` (422, at its field). Without an answer of the scanner no file is taken:
 * `files.unscanned` (503). Does nothing where no scanner is configured (`CLAMAV_URL`).
 */
export async function requireClean(
  { env, log }: Pick<Deps, 'env' | 'log'>,
  { field, bytes }: { field: string; bytes: Uint8Array },
): Promise<void> {
  if (env.clamav_url === undefined) return
  const virus = await findVirus(env.clamav_url, bytes).catch((err: unknown) => {
    log.error({ err }, 'the antivirus did not read a file')
    throw new AppError('files.unscanned', 503, { retry_after_s: 30 })
  })
  if (virus === null) return
  log.warn({ virus }, 'the antivirus refused a file')
  throw new AppError('files.infected', 422, { fields: { [field]: 'files.infected' } })
}
