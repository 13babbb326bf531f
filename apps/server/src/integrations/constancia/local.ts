import type { KeyStore } from '../../crypto/p12.ts'
import { answerQuery } from './authority.ts'
import { checkConstancia } from './check.ts'
import type { ConstanciaProvider } from './constancia.ts'
import { makeQuery } from './query.ts'

/** Provider that uses the stand-in authority in this process. Queries and checks are the same as over HTTP. */
export function localConstancias(
  open: () => Promise<KeyStore>,
  clock: () => Temporal.Instant,
): ConstanciaProvider {
  return {
    async issue(sha256) {
      const { bytes: query, nonce } = makeQuery(sha256)
      const now = clock()
      const answer = await answerQuery({ authority: await open(), query, now })
      return checkConstancia(answer, { sha256, nonce, now })
    },
  }
}
