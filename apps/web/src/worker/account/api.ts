import { type Preferences, preferences, preferencesBody } from '@quincena/domain/sessions/schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { readQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { withErrorText } from '../../lib/with-error-text.ts'

/** The signed-in user's preferences. */
export const preferencesQuery = readQuery(keys.preferences.all, preferences, { path: '/auth/preferences' })

/** Changes a preference optimistically: the screen changes at once and changes back if the server refuses. */
export function useTurnPreference() {
  const client = useQueryClient()
  const refresh = useRefresh('preference')
  const { queryKey } = preferencesQuery
  const show = ({ channels = {}, ...toggles }: Partial<Preferences>) =>
    client.setQueryData(queryKey, (shown) => {
      if (shown === undefined) return shown
      const changed = Object.entries(channels).map(([topic, switches]) => [
        topic,
        { ...Object.entries(shown.channels).find(([name]) => name === topic)?.[1], ...switches },
      ])
      return { ...shown, ...toggles, channels: { ...shown.channels, ...Object.fromEntries(changed) } }
    })
  return useMutation({
    mutationKey: queryKey,
    mutationFn: (change: Partial<Preferences>) =>
      withErrorText(
        api.put(preferences, '/auth/preferences', { body: z.encode(preferencesBody, change) }),
        'No se pudo guardar el cambio.',
      ),
    async onMutate(change) {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      show(change)
      return before
    },
    onError(_error, change, before) {
      if (before === undefined) return
      const names = Object.keys(change)
      show(Object.fromEntries(Object.entries(before).filter(([name]) => names.includes(name))))
    },
    onSettled() {
      // Refetch only after the last of several changes, so that none is overwritten.
      if (client.isMutating({ mutationKey: queryKey }) === 1) return refresh()
    },
  })
}
