import { Button, Loader } from '@mantine/core'
import { codeForm } from '@quincena/domain/sessions/factors'
import { typedCodeProblem } from '@quincena/domain/sessions/typed-code'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CodeField } from '../../components/code-field.tsx'
import { FormError } from '../../components/form-error.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { Logo } from '../../components/mark.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { ApiError, errorText } from '../../lib/api-error.ts'
import { finishWithCode, type ProviderReturn, signInWithProvider } from '../sign-in/api.ts'
import { OidcButton } from '../sign-in/oidc-button.tsx'
import classes from './oidc-return-page.module.css'

const path = '/auth/proveedor'
const codeStep = 'codigo'

const texts = {
  /** The person cancelled there, or the provider did not let them in (OpenID Connect Core 1.0, §3.1.2.6). */
  refused: 'Tu empresa no autorizó la entrada. Intenta de nuevo o entra con tu contraseña.',
  empty: 'Esta página solo se abre desde la de tu empresa. Vuelve a empezar.',
}

type State = { is: 'checking'; returned: ProviderReturn } | { is: 'code' } | { is: 'failed'; text: string }

/** Reads the address that the provider returned to. During the step with a code it only names the step. */
function readReturn(search: string): State {
  const found = new URLSearchParams(search)
  const [code, state, iss] = [found.get('code'), found.get('state'), found.get('iss')]
  if (code !== null && state !== null)
    return { is: 'checking', returned: { code, state, ...(iss !== null && { iss }) } }
  if (found.get('paso') === codeStep) return { is: 'code' }
  return { is: 'failed', text: found.has('error') ? texts.refused : texts.empty }
}

/** The calls of this page by state: React may run an effect twice, and a code works once. */
const calls = new Map<string, ReturnType<typeof signInWithProvider>>()

function signInOnce(returned: ProviderReturn) {
  const call = calls.get(returned.state) ?? signInWithProvider(returned)
  calls.set(returned.state, call)
  return call
}

const welcome = ({ first_name }: { first_name: string }) => toast.success(`¡Bienvenido, ${first_name}!`)

const needsCode = (error: unknown) => error instanceof ApiError && error.code === 'code_required'

function CodeForm({ onLost }: { onLost: (text: string) => void }) {
  const { form, refusal, formProps } = useServerForm({
    schema: codeForm,
    initial: { code: '' },
    check: ({ code }) => ({ code: typedCodeProblem(code) }),
    send: async (body) => {
      try {
        welcome(await finishWithCode(body))
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'oidc.expired')) throw error
        onLost(error.detail)
      }
    },
  })
  return (
    <form className={classes.part} {...formProps} aria-label="Verificación en dos pasos">
      <h1 className={classes.title}>Escribe tu código</h1>
      <p className={classes.text}>
        Tu empresa ya te reconoció. Falta tu verificación en dos pasos. Si usas una llave de acceso, entra con
        ella.
      </p>
      <CodeField size="md" autoFocus {...form.getInputProps('code')} />
      <FormError text={refusal} />
      <Button type="submit" size="md" loading={form.submitting}>
        Ingresar
      </Button>
    </form>
  )
}

function Failed({ text }: { text: string }) {
  return (
    <div className={classes.part}>
      <h1 className={classes.title}>No pudimos iniciar tu sesión</h1>
      <FormError text={text} />
      <OidcButton />
    </div>
  )
}

/**
 * The page that the provider of identities returns to: it signs in with what the address says and removes that from the
 * address, so that a reload does not send it again. A reload during the step with a code shows that step.
 */
export function OidcReturnPage() {
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  const navigate = useNavigate()
  const [state, setState] = useState(() => readReturn(search))
  const returned = state.is === 'checking' ? state.returned : undefined
  useEffect(() => {
    if (returned === undefined) return
    const show = (next: State) => {
      setState(next)
      void navigate({ to: path, replace: true, ...(next.is === 'code' && { search: { paso: codeStep } }) })
    }
    signInOnce(returned).then(welcome, (error: unknown) =>
      show(needsCode(error) ? { is: 'code' } : { is: 'failed', text: errorText(error) }),
    )
  }, [returned, navigate])
  return (
    <main className={classes.page}>
      <div className={classes.content}>
        <Logo />
        {state.is === 'checking' && (
          <p className={classes.waiting} role="status">
            <Loader size="sm" aria-hidden /> Comprobando tu cuenta de la empresa…
          </p>
        )}
        {state.is === 'code' && <CodeForm onLost={(text) => setState({ is: 'failed', text })} />}
        {state.is === 'failed' && <Failed text={state.text} />}
        {state.is !== 'checking' && (
          <p className={classes.other}>
            <AnchorLink to="/auth/inicio-de-sesion" underline="always">
              Entrar con contraseña o llave de acceso
            </AnchorLink>
          </p>
        )}
      </div>
    </main>
  )
}
