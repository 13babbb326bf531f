import {
  type ApiTokenBody,
  apiToken,
  apiTokenBody,
  createdApiToken,
  requestedApiToken,
} from '@quincena/domain/api-tokens/schema'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { api, noContent } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { pageSizes } from '../../lib/list-search.ts'
import { pageQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { withErrorText } from '../../lib/with-error-text.ts'
import type { ApiTokenSearch } from './search.ts'

/** Loads a page of the tokens, newest first. */
export const apiTokensQuery = ({ page = 1 }: ApiTokenSearch) =>
  pageQuery(keys.apiTokens.list, apiToken, {
    path: '/auth/api-tokens',
    query: { page, page_size: pageSizes[0] },
  })

const created = z.union([requestedApiToken, createdApiToken])
export type CreatedToken = z.infer<typeof created>

/** Makes a token; only this answer shows it. */
export const useCreateToken = () =>
  useMutation({
    mutationFn: (token: ApiTokenBody) =>
      withErrorText(
        api.post(created, '/auth/api-tokens', { body: z.encode(apiTokenBody, token) }),
        'No se pudo crear el token.',
      ),
    onSuccess: useRefresh('api_token', 'approval'),
  })

/** Revokes a token: it stops working at once. */
export const useRevokeToken = () =>
  useMutation({
    mutationFn: (id: number) =>
      withErrorText(api.delete(noContent, `/auth/api-tokens/${id}`), 'No se pudo revocar el token.'),
    onSettled: useRefresh('api_token', 'approval'),
  })
