import {
  createdWebhook,
  type WebhookBody,
  webhookAttempt,
  webhookBody,
  webhookEndpoint,
  webhookList,
} from '@quincena/domain/webhooks/schema'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { api, noContent } from '../../lib/api.ts'
import { useAttempt } from '../../lib/idempotency.ts'
import { keys } from '../../lib/keys.ts'
import { pageSizes } from '../../lib/list-search.ts'
import { pageQuery, readQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { withErrorText } from '../../lib/with-error-text.ts'

/** Loads all endpoints and the positions that can be replayed. */
export const webhooksQuery = readQuery(keys.webhooks.endpoints, webhookList, { path: '/webhooks' })

/** Loads one endpoint. */
export const webhookQuery = (id: number) =>
  readQuery(keys.webhooks.detail(id), webhookEndpoint, { path: `/webhooks/${id}` })

interface LogSearch {
  page?: number | undefined
  failed?: true | undefined
}

/** Loads a page of the log of an endpoint, newest first. */
export const attemptsQuery = (id: number, { page = 1, failed }: LogSearch) =>
  pageQuery((query) => keys.webhooks.attempts(id, query), webhookAttempt, {
    path: `/webhooks/${id}/attempts`,
    query: { page, page_size: pageSizes[0], failed },
  })

/** Adds an endpoint; the answer has its secret. */
export function useCreateWebhook() {
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (body: WebhookBody) =>
      withErrorText(
        api.post(createdWebhook, '/webhooks', { body: z.encode(webhookBody, body), attempt }),
        'No se pudo agregar el destino.',
      ),
    onSettled: useRefresh('webhook'),
  })
}

export const useChangeWebhook = (id: number) =>
  useMutation({
    mutationFn: (body: WebhookBody) =>
      withErrorText(
        api.put(webhookEndpoint, `/webhooks/${id}`, { body: z.encode(webhookBody, body) }),
        'No se pudo guardar el destino.',
      ),
    onSettled: useRefresh('webhook'),
  })

export const useDeleteWebhook = (id: number) =>
  useMutation({
    mutationFn: () =>
      withErrorText(api.delete(noContent, `/webhooks/${id}`), 'No se pudo eliminar el destino.'),
  })

/** Replaces the secret; the answer has the new one. */
export function useRotateSecret(id: number) {
  const attempt = useAttempt()
  return useMutation({
    mutationFn: () =>
      withErrorText(
        api.post(createdWebhook, `/webhooks/${id}/rotate-secret`, { attempt }),
        'No se pudo cambiar el secreto.',
      ),
    onSettled: useRefresh('webhook'),
  })
}

/** Sends a test message; the answer says what came of it. */
export const useTestWebhook = (id: number) =>
  useMutation({
    mutationFn: () =>
      withErrorText(api.post(webhookAttempt, `/webhooks/${id}/test`), 'No se pudo enviar la prueba.'),
    onSettled: useRefresh('webhook'),
  })

/** Delivers the events from a position on again. */
export const useReplay = (id: number) =>
  useMutation({
    mutationFn: (body: { position: number }) =>
      withErrorText(
        api.post(webhookEndpoint, `/webhooks/${id}/replay`, { body }),
        'No se pudieron repetir los avisos.',
      ),
    onSettled: useRefresh('webhook'),
  })
