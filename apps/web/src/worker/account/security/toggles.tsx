import type { Preferences } from '@quincena/domain/sessions/schema'
import type { TwoFactorState } from '@quincena/domain/sessions/two-factor'
import { lazy, Suspense, useState } from 'react'
import { Panel } from '../../../components/phone/panel.tsx'
import { ToggleRow } from '../../../components/phone/toggle-row.tsx'
import { PreferenceRow } from '../preference-row.tsx'

// The forms and the QR code load when the two-step switch is tapped, not with the switches.
const TwoFactorDialog = lazy(async () => ({
  default: (await import('../../../components/two-factor-dialog.tsx')).TwoFactorDialog,
}))

function twoFactorText({ is_on, recovery_codes_left }: TwoFactorState): string {
  if (!is_on) return 'Además de tu contraseña, pide un código de tu teléfono para entrar.'
  const codes = recovery_codes_left === 1 ? 'queda 1 código' : `quedan ${recovery_codes_left} códigos`
  return `Activa. Te ${codes} de recuperación.`
}

/** Switch of the two-step verification. Turning it on needs a first code; turning it off, password and code. */
function TwoFactorRow({ state }: { state: TwoFactorState }) {
  const [action, setAction] = useState<'on' | 'off' | null>(null)
  const [opening, setOpening] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  const openTwoFactor = (on: boolean) => {
    setAction(on ? 'on' : 'off')
    setOpening(opening + 1)
    setIsOpen(true)
  }
  return (
    <>
      <ToggleRow
        label="Verificación en dos pasos"
        description={twoFactorText(state)}
        checked={state.is_on}
        onChange={openTwoFactor}
      />
      <Suspense fallback={null}>
        {action !== null && (
          <TwoFactorDialog
            key={opening}
            asSheet
            action={action}
            opened={isOpen}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}

const rows = [
  {
    name: 'login_history',
    label: 'Historial de inicios de sesión',
    description: 'Muestra aquí cuándo y desde dónde entraron a tu cuenta.',
  },
  {
    name: 'suspicious_activity',
    label: 'Notificaciones de actividad sospechosa',
    description:
      'Te avisamos aquí y por correo si entran desde un dispositivo nuevo o si alguien escribe mal tu código.',
  },
  {
    name: 'device_verification',
    label: 'Verificación de dispositivos',
    description:
      'Con los dos pasos activos, pide el código cada vez. Apágala para no pedirlo por 30 días donde ya lo diste.',
  },
] as const satisfies { name: keyof Preferences; label: string; description: string }[]

interface SecurityTogglesProps {
  preferences: Preferences
  twoFactor: TwoFactorState
}

/** The four security switches. */
export function SecurityToggles({ preferences, twoFactor }: SecurityTogglesProps) {
  return (
    <Panel>
      <TwoFactorRow state={twoFactor} />
      {rows.map((row) => (
        <PreferenceRow key={row.name} {...row} isOn={preferences[row.name]} />
      ))}
    </Panel>
  )
}
