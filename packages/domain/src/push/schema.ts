import { z } from 'zod'

/** Answer of `GET /push/key`: the public VAPID key of this server, base64url. */
export const pushKey = z.object({ public_key: z.string().min(1) })

const base64url = z.string().regex(/^[\w-]+=*$/)

/** A browser's push subscription, in the form of `PushSubscription.toJSON()`. */
export const pushSubscriptionBody = z.object({
  endpoint: z.url({ protocol: /^https?$/, error: 'La dirección no es válida' }).max(1000),
  keys: z.object({ p256dh: base64url.max(200), auth: base64url.max(100) }),
})
export type PushSubscriptionBody = z.infer<typeof pushSubscriptionBody>

/** Body of `DELETE /push/subscriptions`. */
export const pushEndpointBody = pushSubscriptionBody.pick({ endpoint: true })

/** Encrypted content of a push to the service worker; `url` is a path below the app's base (`app/…`). */
const pushMessage = z.object({ title: z.string(), message: z.string(), url: z.string() })
export type PushMessage = z.infer<typeof pushMessage>
