import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { type LoginBody, loginBody } from '@quincena/domain/sessions/schema'
import { useState } from 'react'
import { FormError } from '../../components/form-error.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { LoginFields } from '../../components/login-fields.tsx'
import { Logo } from '../../components/mark.tsx'
import { MonthArt } from '../../components/month-art.tsx'
import { toast } from '../../components/toast.tsx'
import { errorText } from '../../lib/api-error.ts'
import { secondStep } from '../../lib/second-step.ts'
import { lossText } from '../../lib/session.ts'
import classes from './login-page.module.css'
import { signInStaff } from './sign-in-staff.ts'

const fields = loginBody.pick({ email: true, password: true, code: true })

function useLogin() {
  const [refusal, setRefusal] = useState(lossText)
  const [hasCode, setHasCode] = useState(false)
  const form = useForm({
    initialValues: { email: '', password: '', code: '' },
    validate: schemaResolver(fields, { sync: true }),
    validateInputOnChange: true,
  })
  const refuse = (error: unknown) => {
    const { step, problem } = secondStep(error, hasCode)
    if (step) setHasCode(true)
    if (problem !== null) form.setFieldError('code', problem)
    setRefusal(step || problem !== null ? null : errorText(error))
  }
  const send = async ({ email, password, code }: typeof form.values) => {
    setRefusal(null)
    const credentials: LoginBody = { email, password, ...(hasCode && { code }) }
    try {
      const { first_name } = await signInStaff(credentials)
      toast.success(`¡Bienvenido, ${first_name}!`)
    } catch (error) {
      refuse(error)
    }
  }
  const submit = form.onSubmit(send, () => toast.error('Formulario inválido.'))
  const back = () => {
    setRefusal(null)
    setHasCode(false)
  }
  return { form, refusal, hasCode, back, submit }
}

/** Login screen of the staff app. */
export function StaffLoginPage() {
  const { form, refusal, hasCode, back, submit } = useLogin()
  return (
    <main className={classes.page}>
      <div className={classes.art}>
        <p className={classes.line}>Cada peso, en su quincena.</p>
        <MonthArt className={classes.month} />
      </div>
      <div className={classes.side}>
        <form className={classes.form} onSubmit={submit} noValidate>
          <Logo />
          <h1 className={classes.title}>Iniciar Sesión</h1>
          <LoginFields getInputProps={form.getInputProps} size="md" hasCode={hasCode} />
          <FormError text={refusal} />
          <Button type="submit" size="md" loading={form.submitting}>
            Ingresar
          </Button>
          {hasCode ? (
            <Button variant="subtle" size="md" onClick={back}>
              Regresar
            </Button>
          ) : (
            <AnchorLink
              className={classes.forgot ?? ''}
              to="/auth/contrasena"
              state={{ email: form.values.email }}
              underline="always"
            >
              ¿Olvidaste tu contraseña?
            </AnchorLink>
          )}
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
