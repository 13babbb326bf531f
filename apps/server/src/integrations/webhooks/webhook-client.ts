import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress, lookupPublic } from '../push/public-address.ts'
import { refuseUpgrade } from '../refuse-upgrade.ts'

/** What came of a try: an HTTP status, or the code of the reason why no answer came. */
export interface WebhookOutcome {
  status: number | null
  fault: string | null
  duration_ms: number
  /** The first characters of the answer; null without one. */
  answer: string | null
}

/** For connection, request and whole answer together. */
const timeout_ms = 10_000
/** More of an answer is not read. */
const answerLimitBytes = 64 * 1024
/** As much as the log keeps. */
const keptCharacters = 500

/** A host without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/**
 * Whether the server may call an address: https, without credentials, and neither this machine nor an address of a
 * private network. Another name is checked at each call, where it leads then. `allow_local` also allows http on 127.0.0.1.
 */
export function isCallable(address: string, allow_local: boolean): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return false
  if (allow_local && url.protocol === 'http:' && url.hostname === '127.0.0.1') return true
  if (url.protocol !== 'https:') return false
  const host = hostOf(url)
  if (host === 'localhost' || host.endsWith('.localhost')) return false
  return isIP(host) === 0 || isPublicAddress(host)
}

/** Reads the beginning of an answer as text and drops the rest; a cut-off answer has arrived nevertheless. */
function readBeginning(answer: http.IncomingMessage): Promise<string> {
  return new Promise((done) => {
    const parts: Buffer[] = []
    let size = 0
    const finish = () => {
      const text = Buffer.concat(parts).toString('utf8')
      // PostgreSQL stores no NUL.
      done([...text.replaceAll('\u0000', '\ufffd')].slice(0, keptCharacters).join(''))
    }
    answer.on('data', (part: Buffer) => {
      parts.push(part)
      size += part.length
      if (size >= answerLimitBytes) answer.destroy()
    })
    answer.on('close', finish)
    answer.on('error', () => undefined)
  })
}

/** The code of an error, without its text: that may quote what the receiver sent. */
function faultOf(error: Error & { code?: unknown }): string {
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'TIMEOUT'
  if (error.message.endsWith('leads to no public address')) return 'PRIVATE_ADDRESS'
  return typeof error.code === 'string' ? error.code : 'CONNECTION'
}

interface Delivery {
  url: string
  headers: Record<string, string>
  body: string
  allow_local: boolean
}

type Answered = Pick<WebhookOutcome, 'status' | 'fault' | 'answer'>

function post({ url, headers, body }: Delivery): Promise<Answered> {
  const address = new URL(url)
  const { request } = address.protocol === 'https:' ? https : http
  // The connection goes to an address that was looked up and checked for it alone.
  const lookup = address.protocol === 'https:' ? { lookup: lookupPublic } : {}
  const signal = AbortSignal.timeout(timeout_ms)
  return new Promise((done) => {
    const options = { method: 'POST', headers, signal, agent: false, ...lookup }
    const call = request(address, options, (answer) => {
      void readBeginning(answer).then((text) =>
        done({ status: answer.statusCode ?? 0, fault: null, answer: text }),
      )
    })
    const fail = (error: Error) => done({ status: null, fault: faultOf(error), answer: null })
    call.on('error', fail)
    refuseUpgrade(call, fail)
    call.end(body)
  })
}

/**
 * Posts a webhook as JSON and returns what came of it; never throws. A redirect is an answer and is not followed: it could
 * lead into a private network.
 */
export async function postWebhook(delivery: Delivery): Promise<WebhookOutcome> {
  const began_ms = performance.now()
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(delivery.body)),
    'user-agent': 'Quincena-Webhooks/1',
    ...delivery.headers,
  }
  const answered: Answered = isCallable(delivery.url, delivery.allow_local)
    ? await post({ ...delivery, headers })
    : { status: null, fault: 'PRIVATE_ADDRESS', answer: null }
  return { ...answered, duration_ms: Math.round(performance.now() - began_ms) }
}

/** Whether the receiver took the message: any 2xx answer. */
export const isTaken = ({ status }: Pick<WebhookOutcome, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300
