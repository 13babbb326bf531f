import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ToggleRow } from '../../../components/phone/toggle-row.tsx'
import { toast } from '../../../components/toast.tsx'
import { keys } from '../../../lib/keys.ts'
import { useUser } from '../../../lib/session.ts'
import { withErrorText } from '../../../lib/with-error-text.ts'
import { type PushState, pushState, turnPushOff, turnPushOn } from '../../push/push.ts'
import classes from './push-row.module.css'

const words: Record<PushState, string> = {
  on: 'Te llegan aunque la app esté cerrada, hasta que cierres tu sesión.',
  off: 'Te llegan aunque la app esté cerrada.',
  denied: 'Están bloqueadas en este navegador. Permítelas en los ajustes del sitio y vuelve aquí.',
  unsupported:
    'Este navegador no las recibe. En un iPhone, agrega primero la aplicación a tu pantalla de inicio y ábrela desde ahí.',
}

const label = 'Notificaciones en este teléfono'

/** Switch for the push notifications of this device; if they are blocked or not supported, the reason. */
export function PushRow() {
  const { id } = useUser()
  const client = useQueryClient()
  const queryKey = keys.push.state(id)
  const { data: state } = useQuery({ queryKey, queryFn: pushState, staleTime: 0 })
  const { mutate, isPending } = useMutation({
    mutationFn: (on: boolean) =>
      withErrorText(
        on ? turnPushOn() : turnPushOff(),
        'No se pudieron cambiar las notificaciones en este teléfono.',
      ),
    onSuccess: (now) => client.setQueryData(queryKey, now),
    onError: toast.error,
  })
  if (state === 'denied' || state === 'unsupported')
    return (
      <>
        <h2 className={classes.title}>{label}</h2>
        <p className={classes.text}>{words[state]}</p>
      </>
    )
  return (
    <ToggleRow
      label={label}
      description={words[state ?? 'off']}
      checked={state === 'on'}
      disabled={isPending || state === undefined}
      onChange={(on) => mutate(on)}
    />
  )
}
