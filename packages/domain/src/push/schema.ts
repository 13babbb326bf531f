import { z } from 'zod'

/** `GET /push/key`: the public half of the keys that push services know this server by (VAPID, base64url). */
export const pushKey = z.object({ public_key: z.string().min(1) })

const base64url = z.string().regex(/^[\w-]+=*$/)

/** A browser's address at its push service, as `PushSubscription.toJSON()` spells it. */
export const pushSubscriptionBody = z.object({
  endpoint: z.url({ protocol: /^https?$/, error: 'La dirección no es válida' }).max(1000),
  keys: z.object({ p256dh: base64url.max(200), auth: base64url.max(100) }),
})
export type PushSubscriptionBody = z.infer<typeof pushSubscriptionBody>

/** `DELETE /push/subscriptions`. */
export const pushEndpointBody = pushSubscriptionBody.pick({ endpoint: true })

/** What a push carries, encrypted, to the service worker; `url` is a path below the app's base (`app/…`). */
const pushMessage = z.object({ title: z.string(), message: z.string(), url: z.string() })
export type PushMessage = z.infer<typeof pushMessage>
