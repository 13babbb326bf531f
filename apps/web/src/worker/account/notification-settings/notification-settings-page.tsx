import type { NoticeToggle, NoticeTopic } from '@quincena/domain/notifications/topics'
import type { Preferences } from '@quincena/domain/sessions/schema'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../../components/phone/loaded.tsx'
import { Panel } from '../../../components/phone/panel.tsx'
import stack from '../../../components/phone/stack.module.css'
import { ScreenHeader } from '../../../components/screen-header.tsx'
import { CardsSkeleton } from '../../../components/skeletons.tsx'
import { MarketingRow } from '../../legal/marketing/marketing-row.tsx'
import { preferencesQuery } from '../api.ts'
import { PreferenceRow } from '../preference-row.tsx'
import { ChannelSwitches } from './channel-switches.tsx'
import classes from './notification-settings-page.module.css'
import { PushRow } from './push-row.tsx'

const rows = [
  {
    name: 'request_status',
    label: 'Estado de tus solicitudes',
    description: 'Cuando se aprueban, enviamos tu dinero o registramos un pago.',
  },
  {
    name: 'payment_reminder',
    label: 'Recordatorio de pago',
    description: 'Tres días antes de que venza y el mismo día.',
  },
  {
    name: 'customer_service',
    label: 'Comunicaciones de servicio al cliente',
    description: 'Lo que te escribe nuestro equipo.',
  },
  {
    name: 'offers',
    label: 'Ofertas',
    description: 'Condiciones especiales que puedes aprovechar.',
  },
  {
    name: 'required_documentation',
    label: 'Documentación requerida',
    description: 'Cuando un documento no se acepta y hay que subir otro.',
  },
  {
    name: 'security_messages',
    label: 'Mensajes de seguridad',
    description: 'Consejos y plazos, como una contraseña que está por vencer.',
  },
  {
    name: 'policy_updates',
    label: 'Actualizaciones de políticas',
    description: 'Cambios en los términos y en el aviso de privacidad.',
  },
] as const satisfies { name: NoticeToggle; label: string; description: string }[]

const lastingRows = [
  { topic: 'debt', label: 'Lo que debes', description: 'Un pago atrasado, anulado o dinero de más.' },
  {
    topic: 'money',
    label: 'Tu dinero',
    description: 'Cuando tu banco lo devuelve o cambia tu saldo a favor.',
  },
  {
    topic: 'security',
    label: 'Tu cuenta y tu seguridad',
    description: 'Quién entra y la cuenta donde recibes tu dinero. También te escribimos siempre por correo.',
  },
] as const satisfies { topic: NoticeTopic; label: string; description: string }[]

function Switches({ preferences }: { preferences: Preferences }) {
  const { channels } = preferences
  return (
    <>
      <Panel title="Qué te avisamos">
        {rows.map((row) => (
          <div key={row.name}>
            <PreferenceRow {...row} isOn={preferences[row.name]} />
            {preferences[row.name] && (
              <ChannelSwitches topic={row.name} label={row.label} channels={channels} />
            )}
          </div>
        ))}
      </Panel>
      <Panel title="Lo que siempre ves en la app">
        {lastingRows.map(({ topic, label, description }) => (
          <div key={topic}>
            <h3 className={classes.title}>{label}</h3>
            <p className={classes.text}>{description}</p>
            <ChannelSwitches topic={topic} label={label} channels={channels} />
          </div>
        ))}
      </Panel>
    </>
  )
}

/** Settings of the notifications: the push notifications of this device, and a switch for each topic. */
export function NotificationSettingsPage() {
  const preferences = useQuery(preferencesQuery)
  return (
    <>
      <ScreenHeader title="Configura tus notificaciones" backTo="/app/profile" />
      <div className={stack.stack}>
        <Panel>
          <PushRow />
        </Panel>
        <Loaded query={preferences} skeleton={<CardsSkeleton cards={1} height={560} />}>
          {(switches) => <Switches preferences={switches} />}
        </Loaded>
        <MarketingRow />
        <p className={stack.note}>
          «Celular» son los avisos en la pantalla de tu teléfono. Aunque apagues todo, siempre te avisamos en
          la app si cambia lo que debes, si tu banco devuelve tu dinero, si cambia la cuenta donde lo recibes
          o quién entra a la tuya.
        </p>
      </div>
    </>
  )
}
