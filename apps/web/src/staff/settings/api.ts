import { accessConfig, accessConfigBody } from '@quincena/domain/sessions/access-config'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { readQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { withErrorText } from '../../lib/with-error-text.ts'

const path = '/auth/access-config'

/** Loads the whole access configuration, as staff can read it. */
export const accessConfigQuery = readQuery(keys.accessConfig.stored, accessConfig, { path })

/** Saves the access configuration; it applies from the next request on. */
export function useSaveAccessConfig() {
  const client = useQueryClient()
  const refresh = useRefresh('access_config')
  return useMutation({
    mutationFn: (config: z.infer<typeof accessConfigBody>) =>
      withErrorText(
        api.put(accessConfig, path, { body: z.encode(accessConfigBody, config) }),
        'No se pudo guardar la configuración.',
      ),
    async onSuccess(stored) {
      client.setQueryData(accessConfigQuery.queryKey, stored)
      await refresh()
    },
  })
}
