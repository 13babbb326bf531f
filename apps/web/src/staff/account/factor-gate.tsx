import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FactorForm } from '../../components/factor-form.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { Logo } from '../../components/mark.tsx'
import { RecoveryCodes } from '../../components/recovery-codes.tsx'
import { TwoFactorSetUp } from '../../components/two-factor-set-up.tsx'
import { twoFactorQuery } from '../../lib/account.ts'
import { refreshUser, signOut } from '../../lib/sign-in.ts'
import classes from './factor-gate.module.css'

/** Shows the new recovery codes until the user confirms that they are saved. */
function NewCodes({ codes }: { codes: string[] }) {
  const [isSaved, setIsSaved] = useState(false)
  const [isWarned, setIsWarned] = useState(false)
  const done = () => (isSaved ? refreshUser() : setIsWarned(true))
  return (
    <RecoveryCodes
      codes={codes}
      size="md"
      isSaved={isSaved}
      isWarned={isWarned}
      onSavedChange={setIsSaved}
      onDone={() => void done()}
    />
  )
}

function Steps() {
  const query = useQuery(twoFactorQuery)
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes !== null) return <NewCodes codes={codes} />
  if (query.data === undefined) return <LoadState query={query} />
  if (query.data.is_on)
    return <FactorForm text="Escribe el código de tu aplicación para entrar." onDone={refreshUser} />
  return <TwoFactorSetUp size="md" onCodes={setCodes} />
}

/** Screen of staff whose session used no second factor yet: they set one up, or use theirs, before anything else. */
export function FactorGate() {
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <Logo />
        <h1 className={classes.title}>Protege tu cuenta</h1>
        <p className={classes.text}>
          Desde aquí se mueve dinero. Además de tu contraseña necesitas un segundo factor.
        </p>
        <Steps />
        <Button variant="subtle" onClick={() => void signOut()}>
          Cerrar sesión
        </Button>
      </div>
    </main>
  )
}
