import { Button } from '@mantine/core'
import { loginBody } from '@quincena/domain/sessions/schema'
import { typedCodeProblem } from '@quincena/domain/sessions/typed-code'
import { useState } from 'react'
import { FormError } from '../../components/form-error.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { LoginAlternative, LoginFields } from '../../components/login-fields.tsx'
import { Logo } from '../../components/mark.tsx'
import { MonthArt } from '../../components/month-art.tsx'
import { PasskeyButton } from '../../components/passkey-button.tsx'
import { explainRefusal, useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { fieldProblem } from '../../lib/api-error.ts'
import { hasPasskeys } from '../../lib/passkeys.ts'
import { secondStep } from '../../lib/second-step.ts'
import { sessionEndedText } from '../../lib/session.ts'
import { signInStaff, signInStaffWithPasskey } from '../sign-in/sign-in-staff.ts'
import classes from './login-page.module.css'

const fields = loginBody.pick({ email: true, password: true, code: true })

function useLogin() {
  const [hasCode, setHasCode] = useState(false)
  const [loss, setLoss] = useState(sessionEndedText)
  const { form, formProps, refusal, setRefusal } = useServerForm({
    schema: fields,
    initial: { email: '', password: '', code: '' },
    check: ({ code }) => ({ code: hasCode ? typedCodeProblem(code) : undefined }),
    validateOn: 'change',
    explain: (failure) => {
      if (failure.error === undefined) toast.error('Formulario inválido.')
      return explainRefusal(failure)
    },
    send: async ({ email, password, code }) => {
      setLoss(null)
      try {
        const { first_name } = await signInStaff({ email, password, ...(hasCode && { code }) })
        toast.success(`¡Bienvenido, ${first_name}!`)
      } catch (error) {
        const { step, problem } = secondStep(error, hasCode)
        if (step) return setHasCode(true)
        throw problem === null ? error : fieldProblem('code', problem)
      }
    },
  })
  const back = () => {
    setRefusal(null)
    setHasCode(false)
  }
  return { form, formProps, refusal: refusal ?? loss, hasCode, back }
}

async function signInByPasskey() {
  const { first_name } = await signInStaffWithPasskey()
  toast.success(`¡Bienvenido, ${first_name}!`)
}

/** Login screen of the staff app. */
export function StaffLoginPage() {
  const { form, formProps, refusal, hasCode, back } = useLogin()
  return (
    <main className={classes.page}>
      <div className={classes.art}>
        <p className={classes.line}>Cada peso, en su quincena.</p>
        <MonthArt className={classes.month} />
      </div>
      <div className={classes.side}>
        <form className={classes.form} {...formProps}>
          <Logo />
          <h1 className={classes.title}>Iniciar Sesión</h1>
          <LoginFields getInputProps={form.getInputProps} size="md" hasCode={hasCode} />
          <FormError text={refusal} />
          <Button type="submit" size="md" loading={form.submitting}>
            Ingresar
          </Button>
          {hasPasskeys() && <PasskeyButton label="Entrar con llave de acceso" onUse={signInByPasskey} />}
          <LoginAlternative
            size="md"
            hasCode={hasCode}
            email={form.values.email}
            className={classes.forgot}
            onBack={back}
          />
          <p className={classes.other}>
            ¿Trabajas en una empresa con convenio?{' '}
            <AnchorLink to="/app/login" underline="always">
              Entra a la app
            </AnchorLink>
          </p>
        </form>
      </div>
    </main>
  )
}
