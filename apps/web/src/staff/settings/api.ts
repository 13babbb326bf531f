import { accessConfig, accessConfigBody } from '@quincena/domain/sessions/access-config'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { explained } from '../../lib/explained.ts'

const path = '/auth/access-config'

/** The whole access configuration, as staff read it. */
export const accessConfigQuery = queryOptions({
  queryKey: ['access-config', 'all'],
  queryFn: ({ signal }) => api.get(accessConfig, path, { signal }),
})

/** Stores the access configuration; it counts from the next call on. */
export function useSaveAccessConfig() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (config: z.infer<typeof accessConfigBody>) =>
      explained(
        api.put(accessConfig, path, { body: z.encode(accessConfigBody, config) }),
        'No se pudo guardar la configuración.',
      ),
    async onSuccess(stored) {
      client.setQueryData(accessConfigQuery.queryKey, stored)
      await client.invalidateQueries({ queryKey: ['access-config', 'password'] })
      void client.invalidateQueries({ queryKey: ['audit'] })
    },
  })
}
