import { Button } from '@mantine/core'
import { useState } from 'react'
import { FormError } from '../../components/form-error.tsx'
import { LoginFields } from '../../components/login-fields.tsx'
import { Logo } from '../../components/mark.tsx'
import { MonthArt } from '../../components/month-art.tsx'
import { ConsentBox } from '../legal/consent-box.tsx'
import type { ConsentName } from '../legal/consent-memory.ts'
import { LegalSheet } from '../legal/legal-sheet.tsx'
import classes from './login-page.module.css'
import { useWorkerLogin } from './use-worker-login.ts'

/** The app's door. */
export function WorkerLoginPage() {
  const { form, asked, refusal, hasCode, submit } = useWorkerLogin()
  const [reading, setReading] = useState<ConsentName | null>(null)
  return (
    <main className={classes.page}>
      <MonthArt className={classes.month} />
      <header className={classes.head}>
        <Logo />
        <h1 className={classes.title}>Tu dinero, antes de la quincena.</h1>
      </header>
      <form className={classes.form} onSubmit={submit} noValidate aria-label="Iniciar sesión">
        <LoginFields getInputProps={form.getInputProps} size="lg" hasCode={hasCode} />
        {asked.length > 0 && (
          <div>
            {asked.map((name) => (
              <ConsentBox
                key={name}
                name={name}
                checked={form.values[name]}
                error={form.errors[name]}
                onChange={(checked) => form.setFieldValue(name, checked)}
                onRead={() => setReading(name)}
              />
            ))}
          </div>
        )}
        <FormError text={refusal} />
        <Button type="submit" size="lg" fullWidth loading={form.submitting}>
          Iniciar sesión
        </Button>
      </form>
      <LegalSheet document={reading} onClose={() => setReading(null)} />
    </main>
  )
}
