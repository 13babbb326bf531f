import type { X509Certificate } from 'node:crypto'
import { counted } from '../failures.ts'
import { checkConstancia } from './check.ts'
import { ConstanciaError, type ConstanciaProvider } from './constancia.ts'
import { makeQuery } from './query.ts'

/** Address and credentials of a time-stamping authority. */
export interface ConstanciaConfig {
  url: string
  user?: string | undefined
  password?: string | undefined
  timeout_ms: number
  clock: () => Temporal.Instant
  /** Reads the trust anchors; resolves to undefined if none are configured. */
  anchors?: () => Promise<readonly X509Certificate[] | undefined>
}

const answerType = 'application/timestamp-reply'

async function post({ url, user, password, timeout_ms }: ConstanciaConfig, query: Uint8Array) {
  const basic = Buffer.from(`${user}:${password ?? ''}`).toString('base64')
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/timestamp-query',
      accept: answerType,
      ...(user === undefined ? {} : { authorization: `Basic ${basic}` }),
    },
    body: Uint8Array.from(query),
    redirect: 'error',
    signal: AbortSignal.timeout(timeout_ms),
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (!response.ok) throw new ConstanciaError(`The authority answers HTTP ${response.status}`)
  const type = response.headers.get('content-type') ?? ''
  if (!type.startsWith(answerType)) throw new ConstanciaError(`The authority answers ${type}`)
  return bytes
}

/** Says why a call failed, without the address, which may contain a secret. */
function failure(error: unknown): ConstanciaError {
  if (error instanceof ConstanciaError) return error
  const timeout = error instanceof Error && error.name === 'TimeoutError'
  const why = timeout ? 'The authority does not answer in time' : 'The authority cannot be reached'
  return new ConstanciaError(why, { cause: error })
}

/** Provider for an authority that speaks RFC 3161 over HTTP (§3.4); basic authentication when `user` is set. */
export function httpConstancias(config: ConstanciaConfig): ConstanciaProvider {
  return {
    issue: counted('constancia', async (sha256: string) => {
      const anchors = await config.anchors?.()
      const { bytes: query, nonce } = makeQuery(sha256)
      const answer = await post(config, query).catch((error: unknown) => {
        throw failure(error)
      })
      return checkConstancia(answer, { sha256, nonce, now: config.clock(), anchors })
    }),
  }
}
