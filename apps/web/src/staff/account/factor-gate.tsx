import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FactorForm } from '../../components/factor-form.tsx'
import { Gate } from '../../components/gate.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { PasskeyForm } from '../../components/passkey-form.tsx'
import { TwoFactorSetUp } from '../../components/two-factor-set-up.tsx'
import { twoFactorQuery } from '../../lib/account.ts'
import { passkeysQuery } from '../../lib/passkey-calls.ts'
import { hasPasskeys } from '../../lib/passkeys.ts'
import { refreshUser } from '../../lib/sign-in.ts'
import { NewCodes } from './new-codes.tsx'

/** A first factor: a passkey where the browser has them, or an authenticator app. */
function SetUp({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const [hasApp, setHasApp] = useState(!hasPasskeys())
  return (
    <>
      {hasApp ? (
        <TwoFactorSetUp size="md" onCodes={onCodes} />
      ) : (
        <PasskeyForm onAdded={(codes) => (codes === null ? refreshUser() : onCodes(codes))} />
      )}
      {hasPasskeys() && (
        <Button variant="subtle" onClick={() => setHasApp(!hasApp)}>
          {hasApp ? 'Usar una llave de acceso' : 'Usar una aplicación de códigos'}
        </Button>
      )}
    </>
  )
}

/** The steps of `FactorGate`. */
export function FactorSteps() {
  const app = useQuery(twoFactorQuery)
  const keys = useQuery(passkeysQuery)
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes !== null) return <NewCodes codes={codes} onDone={refreshUser} />
  if (app.data === undefined) return <LoadState query={app} />
  if (keys.data === undefined) return <LoadState query={keys} />
  if (app.data.is_on || keys.data.passkeys.length > 0)
    return <FactorForm text="Confirma que eres tú para entrar." onDone={refreshUser} />
  return <SetUp onCodes={setCodes} />
}

export const factorGateTexts = {
  title: 'Protege tu cuenta',
  text: 'Desde aquí se mueve dinero. Además de tu contraseña, confirma que eres tú con una llave de acceso (la huella, la cara o el PIN de tu dispositivo) o con el código de una aplicación.',
} as const

/** Screen of staff whose session used no second factor yet: they set one up, or use theirs, before anything else. */
export function FactorGate() {
  return (
    <Gate {...factorGateTexts}>
      <FactorSteps />
    </Gate>
  )
}
