import http from 'node:http'
import https from 'node:https'
import type { PushMessage } from '@quincena/domain/push/schema'
import webPush from 'web-push'
import type { Secrets } from '../../crypto/secrets.ts'
import type { Env } from '../../env.ts'
import { refuseUpgrade } from '../refuse-upgrade.ts'
import { isPushEndpoint, lookupPublic } from './public-address.ts'

/** A push subscription of a browser: its endpoint and its keys. */
export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

/**
 * `taken`: accepted. `gone`: the subscription ended, delete it. `refused`: a retry of this message would fail again.
 */
type PushOutcome = 'taken' | 'gone' | 'refused'

const timeout_ms = 10_000
/** The push service drops the message after a day; the list of notifications in the app still has it. */
const ttl_s = 24 * 3600

interface Sending {
  env: Pick<Env, 'push'>
  secrets: Pick<Secrets, 'vapid'>
}

/** Posts the message and returns the answer's status; its body is discarded. */
function post(url: URL, headers: http.OutgoingHttpHeaders, body: Buffer): Promise<number> {
  const { request } = url.protocol === 'https:' ? https : http
  const lookup = url.protocol === 'https:' ? { lookup: lookupPublic } : {}
  const signal = AbortSignal.timeout(timeout_ms)
  return new Promise((done, fail) => {
    const call = request(url, { method: 'POST', headers, signal, agent: false, ...lookup }, (answer) => {
      answer.destroy()
      done(answer.statusCode ?? 0)
    })
    call.on('error', fail)
    refuseUpgrade(call, fail)
    call.end(body)
  })
}

function requestFor({ endpoint, p256dh, auth }: PushTarget, message: PushMessage, { env, secrets }: Sending) {
  const { public_key, private_key } = secrets.vapid
  return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
    TTL: ttl_s,
    vapidDetails: { subject: env.push.subject, publicKey: public_key, privateKey: private_key },
  })
}

/**
 * Sends one message to a browser's push service, encrypted for that browser (RFC 8291) and signed by us (RFC 8292).
 * Throws when a retry may succeed: status 429 or 5xx, no connection, or no answer within 10 s.
 */
export async function sendPush(
  sending: Sending,
  target: PushTarget,
  message: PushMessage,
): Promise<PushOutcome> {
  if (!isPushEndpoint(target.endpoint, sending.env.push.allow_local)) return 'refused'
  const { headers, body } = requestFor(target, message, sending)
  const status = await post(new URL(target.endpoint), headers, Buffer.from(body ?? ''))
  if (status >= 200 && status < 300) return 'taken'
  if (status === 404 || status === 410) return 'gone'
  if (status === 429 || status >= 500) throw new Error(`the push service answered ${status}`)
  return 'refused'
}
