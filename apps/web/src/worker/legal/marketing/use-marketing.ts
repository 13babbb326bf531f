import { MARKETING_WORDING, type MarketingConsent } from '@quincena/domain/legal/marketing'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '../../../components/toast.tsx'
import { useRefresh } from '../../../lib/refresher.ts'
import { withErrorText } from '../../../lib/with-error-text.ts'
import { decideMarketing, ownConsentsQuery } from '../api.ts'

/** Stores whether the worker accepts advertising, with the wording on the screen. */
function useDecide(place: 'settings' | 'signing') {
  const client = useQueryClient()
  const refresh = useRefresh('consent')
  return useMutation({
    mutationFn: (is_given: boolean) =>
      withErrorText(
        decideMarketing({ is_given, wording_version: MARKETING_WORDING.version, place }),
        'No se pudo guardar el cambio.',
      ),
    onSuccess: (marketing: MarketingConsent) =>
      client.setQueryData(ownConsentsQuery.queryKey, (shown) => shown && { ...shown, marketing }),
    onSettled: refresh,
  })
}

/**
 * The worker's consent to advertising: `isOn` shows a tap at once and turns back if saving fails; undefined until it is
 * loaded.
 */
export function useMarketing(place: 'settings' | 'signing') {
  const { data } = useQuery(ownConsentsQuery)
  const { mutate, isPending } = useDecide(place)
  const [tapped, setTapped] = useState<boolean | null>(null)
  const stored = data === undefined ? undefined : (data.marketing?.is_given ?? false)
  const turn = (on: boolean) => {
    setTapped(on)
    mutate(on, { onError: toast.error, onSettled: () => setTapped(null) })
  }
  return { isOn: tapped ?? stored, isPending, turn }
}
