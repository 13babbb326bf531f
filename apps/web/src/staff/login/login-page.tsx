import { Button } from '@mantine/core'
import type { LoginBody as Credentials } from '@quincena/domain/sessions/schema'
import { lazy, Suspense } from 'react'
import { FormError } from '../../components/form-error.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { LoginAlternative, LoginFields } from '../../components/login-fields.tsx'
import { useLoginForm } from '../../components/login-form.ts'
import { Logo } from '../../components/mark.tsx'
import { MonthArt } from '../../components/month-art.tsx'
import { PasskeyButton } from '../../components/passkey-button.tsx'
import { toast } from '../../components/toast.tsx'
import { networkError } from '../../lib/api-error.ts'
import { loginErrors } from '../../lib/login-errors.ts'
import { hasPasskeys } from '../../lib/passkeys.ts'
import classes from './login-page.module.css'

/** Loads the schemas and the API client; called on the first focus of the form, not to render the screen. */
const prepareLogin = () => import('../sign-in/sign-in-staff.ts')

async function reachLogin() {
  try {
    return await prepareLogin()
  } catch {
    throw networkError()
  }
}

/** The server writes it into the page where staff may sign in at a provider of identities. */
const hasOidc = () => document.querySelector('meta[name=oidc]')

const OidcButton = lazy(async () => ({ default: (await import('../sign-in/oidc-button.tsx')).OidcButton }))

const welcome = ({ first_name }: { first_name: string }) => toast.success(`¡Bienvenido, ${first_name}!`)

const signIn = async (credentials: Credentials) =>
  welcome(await (await reachLogin()).signInStaff(credentials))

const signInByPasskey = async () => welcome(await (await reachLogin()).signInStaffWithPasskey())

/** Login screen of the staff app. */
export function StaffLoginPage() {
  const { form, refusal, hasCode, back, isBusy, submit } = useLoginForm({
    empty: { email: '', password: '', code: '' },
    check: loginErrors,
    incomplete: 'Formulario inválido.',
    send: signIn,
  })
  return (
    <main className={classes.page}>
      <div className={classes.art}>
        <p className={classes.line}>Cada peso, en su quincena.</p>
        <MonthArt className={classes.month} />
      </div>
      <div className={classes.side}>
        <form
          className={classes.form}
          onSubmit={submit}
          onFocus={() => void prepareLogin().catch(() => undefined)}
          noValidate
        >
          <Logo />
          <h1 className={classes.title}>Iniciar Sesión</h1>
          <LoginFields getInputProps={form.inputProps} size="md" hasCode={hasCode} />
          <FormError text={refusal} />
          <Button type="submit" size="md" loading={isBusy}>
            Ingresar
          </Button>
          {hasPasskeys() && <PasskeyButton label="Entrar con llave de acceso" onUse={signInByPasskey} />}
          {hasOidc() && (
            <Suspense fallback={<div style={{ height: 42 }} />}>
              <OidcButton />
            </Suspense>
          )}
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
