import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { FormError } from '../../components/form-error.tsx'
import { LoginAlternative, LoginFields } from '../../components/login-fields.tsx'
import { Logo } from '../../components/mark.tsx'
import { MonthArt } from '../../components/month-art.tsx'
import { ConsentBox } from '../legal/consent-box.tsx'
import type { ConsentName } from '../legal/consent-memory.ts'
import { LegalLinks } from '../legal/legal-links.tsx'
import classes from './login-page.module.css'
import { useWorkerLogin } from './use-worker-login.ts'

const LenderLine = lazy(async () => ({
  default: (await import('../../components/phone/lender-line.tsx')).LenderLine,
}))
const LegalReader = lazy(async () => ({ default: (await import('./legal-reader.tsx')).LegalReader }))

/** Sign-in screen. The sheet of the legal texts loads when one is opened; without consents to ask, it shows links. */
export function WorkerLoginPage() {
  const { form, missingConsents, shown, prepare, refusal, hasCode, back, isBusy, submit } = useWorkerLogin()
  const [reading, setReading] = useState<ConsentName | null>(null)
  const [hasRead, setHasRead] = useState(false)
  const read = (name: ConsentName) => {
    setReading(name)
    setHasRead(true)
  }
  return (
    <main className={classes.page}>
      <MonthArt className={classes.month} />
      <header className={classes.head}>
        <Logo />
        <h1 className={classes.title}>Tu dinero, antes de la quincena.</h1>
      </header>
      <form
        className={classes.form}
        onSubmit={submit}
        onFocus={prepare}
        noValidate
        aria-label="Iniciar sesión"
      >
        <LoginFields getInputProps={form.inputProps} size="lg" hasCode={hasCode} />
        {!hasCode && missingConsents.length > 0 && (
          <div>
            {missingConsents.map((name) => (
              <ConsentBox
                key={name}
                name={name}
                checked={form.values[name]}
                version={shown[name]?.words}
                error={form.errors[name]}
                onChange={(checked) => form.change(name, checked)}
                onRead={() => read(name)}
              />
            ))}
          </div>
        )}
        <FormError text={refusal} />
        <Button type="submit" size="lg" fullWidth loading={isBusy}>
          Iniciar sesión
        </Button>
        <LoginAlternative
          size="lg"
          hasCode={hasCode}
          email={form.values.email}
          className={classes.forgot}
          onBack={back}
        />
      </form>
      {missingConsents.length === 0 && !hasCode && <LegalLinks />}
      <div className={classes.lender}>
        <Suspense fallback={null}>
          <LenderLine />
        </Suspense>
      </div>
      <Suspense fallback={null}>
        {hasRead && <LegalReader document={reading} onClose={() => setReading(null)} />}
      </Suspense>
    </main>
  )
}
