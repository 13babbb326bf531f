import { pushEndpointBody, pushKey, pushSubscriptionBody } from '@quincena/domain/push/schema'
import { z } from 'zod'
import { api, noContent } from '../../lib/api.ts'

/** Gets the public key with which the browser subscribes. */
export const getPushKey = () => api.get(pushKey, '/push/key')

/** Registers a subscription of this device for the current session. */
export const registerSubscription = (subscription: PushSubscription) =>
  api.post(noContent, '/push/subscriptions', {
    body: z.encode(pushSubscriptionBody, pushSubscriptionBody.parse(subscription.toJSON())),
  })

/** Removes a subscription from the server. */
export const removeSubscription = ({ endpoint }: PushSubscription) =>
  api.delete(noContent, '/push/subscriptions', { body: z.encode(pushEndpointBody, { endpoint }) })
