import { Button, Modal, PasswordInput } from '@mantine/core'
import { loginBody } from '@quincena/domain/sessions/schema'
import { typedCodeProblem } from '@quincena/domain/sessions/typed-code'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import type { User } from '@quincena/domain/users/schema'
import { useState } from 'react'
import { CodeField } from '../../components/code-field.tsx'
import { FormError } from '../../components/form-error.tsx'
import { PasskeyButton } from '../../components/passkey-button.tsx'
import { PasswordGateForm, passwordGateTexts } from '../../components/password-gate.tsx'
import { useServerForm } from '../../components/server-form.ts'
import classes from '../../components/two-factor-set-up.module.css'
import { fieldProblem } from '../../lib/api-error.ts'
import { hasPasskeys } from '../../lib/passkeys.ts'
import { secondStep } from '../../lib/second-step.ts'
import { endSession } from '../../lib/session.ts'
import { signInAgain, signInAgainWithPasskey } from '../sign-in/sign-in-staff.ts'
import { FactorSteps, factorGateTexts } from './factor-gate.tsx'

const fields = loginBody.pick({ password: true, code: true })

function usePasswordSignIn({ id, email }: User) {
  const [hasCode, setHasCode] = useState(false)
  const state = useServerForm({
    schema: fields,
    initial: { password: '', code: '' },
    check: ({ code }) => ({ code: hasCode ? typedCodeProblem(code) : undefined }),
    send: async ({ password, code }) => {
      try {
        await signInAgain(id, { email, password, ...(hasCode && { code }) })
      } catch (error) {
        const { step, problem } = secondStep(error, hasCode)
        if (step) return setHasCode(true)
        throw problem === null ? error : fieldProblem('code', problem)
      }
    },
  })
  return { ...state, hasCode }
}

function SignInForm({ user }: { user: User }) {
  const { form, formProps, refusal, hasCode } = usePasswordSignIn(user)
  return (
    <form className={classes.form} {...formProps} aria-label="Iniciar sesión otra vez">
      <p className={classes.text}>
        Inicia sesión otra vez como <strong>{user.email}</strong>. Tu página y lo que escribiste siguen aquí.
      </p>
      <input type="text" autoComplete="username" value={user.email} readOnly hidden />
      {hasCode ? (
        <CodeField size="md" autoFocus {...form.getInputProps('code')} />
      ) : (
        <PasswordInput
          size="md"
          label="Contraseña"
          autoComplete="current-password"
          maxLength={TEXT_LIMITS.password}
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar lo escrito' }}
          {...form.getInputProps('password')}
        />
      )}
      <FormError text={refusal} />
      <Button type="submit" size="md" fullWidth loading={form.submitting}>
        Continuar
      </Button>
      {hasPasskeys() && !hasCode && (
        <PasskeyButton label="Entrar con llave de acceso" onUse={() => signInAgainWithPasskey(user.id)} />
      )}
    </form>
  )
}

interface SignInAgainDialogProps {
  user: User
  /** The session ended; else the user is signed in and has to pass a gate before the page goes on. */
  isLost: boolean
}

function Content({ user, isLost }: SignInAgainDialogProps) {
  if (isLost) return <SignInForm user={user} />
  const { text } = user.must_change_password ? passwordGateTexts : factorGateTexts
  return (
    <>
      <p className={classes.text}>{text}</p>
      {user.must_change_password ? <PasswordGateForm /> : <FactorSteps />}
    </>
  )
}

/** Above every other dialog. */
const zIndex = 500

/** The page stays below with what was typed, but nobody who passes by can read it. */
const overlay = { backgroundOpacity: 0.6, blur: 16 }

/** Asks the user of an ended session to sign in again over the page, and for a new password or a factor if needed. */
export function SignInAgainDialog({ user, isLost }: SignInAgainDialogProps) {
  const { title } = user.must_change_password ? passwordGateTexts : factorGateTexts
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={isLost ? 'Tu sesión terminó' : title}
      size={440}
      padding="lg"
      centered
      zIndex={zIndex}
      withCloseButton={false}
      overlayProps={overlay}
      attributes={{ header: { role: 'presentation' } }}
    >
      <Content user={user} isLost={isLost} />
      <Button mt="sm" variant="subtle" color="gray" fullWidth onClick={endSession}>
        Salir y perder lo que no guardaste
      </Button>
    </Modal>
  )
}
