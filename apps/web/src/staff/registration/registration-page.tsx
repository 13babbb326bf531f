import { Button, PasswordInput, Radio, TextInput } from '@mantine/core'
import type { MouseEvent } from 'react'
import { Card } from '../../components/card.tsx'
import { DraftNotice } from '../../components/draft-notice.tsx'
import { FormError } from '../../components/form-error.tsx'
import { FormSection, WideField } from '../../components/form-section.tsx'
import { useLeaveGuard } from '../../components/leave-guard.tsx'
import { GoButton } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { PasswordRules } from '../../components/password-rules.tsx'
import { StrengthMeter } from '../../components/strength-meter.tsx'
import { usePasswordToggle } from '../../components/use-password-toggle.ts'
import { useUser } from '../../lib/session.ts'
import classes from './registration-page.module.css'
import { useRegistration } from './use-registration.ts'

type Registration = ReturnType<typeof useRegistration>

const types = [
  {
    value: 'U1',
    label: 'Gerente',
    hint: 'Revisa, aprueba, registra pagos y da de alta trabajadores y empresas.',
  },
  {
    value: 'U0',
    label: 'Administrador',
    hint: 'Además: personal, eliminaciones, configuración y devoluciones.',
  },
] as const

function Person({ form }: Pick<Registration, 'form'>) {
  return (
    <FormSection title="Quién es" level={2}>
      <TextInput
        label="Nombre"
        withAsterisk
        maxLength={100}
        autoComplete="off"
        {...form.getInputProps('first_name')}
      />
      <TextInput
        label="Apellido"
        withAsterisk
        maxLength={100}
        autoComplete="off"
        {...form.getInputProps('last_name')}
      />
      <WideField>
        <TextInput
          label="Correo electrónico"
          description="Con él inicia sesión."
          type="email"
          withAsterisk
          autoComplete="off"
          {...form.getInputProps('email')}
        />
      </WideField>
      <WideField>
        <Radio.Group label="Tipo de usuario" {...form.getInputProps('user_type')}>
          <div className={classes.types}>
            {types.map(({ value, label, hint }) => (
              <Radio key={value} value={value} label={label} description={hint} />
            ))}
          </div>
        </Radio.Group>
      </WideField>
    </FormSection>
  )
}

function Password({ form, rules, guessable }: Pick<Registration, 'form' | 'rules' | 'guessable'>) {
  const toggle = usePasswordToggle()
  const field = (name: 'password' | 'repeat_password') => ({
    ...form.getInputProps(name),
    ...toggle,
    withAsterisk: true,
    autoComplete: 'new-password',
  })
  return (
    <FormSection title="Acceso" level={2} hint="Es temporal: la cambia en cuanto entra.">
      <PasswordInput label="Contraseña" {...field('password')} />
      <PasswordInput label="Repetir contraseña" {...field('repeat_password')} />
      <WideField>
        <StrengthMeter password={form.values.password} guessable={guessable} />
        {rules !== undefined && <PasswordRules password={form.values.password} rules={rules} />}
      </WideField>
    </FormSection>
  )
}

/** Keeps the focus in the field on mouse down: an error shown on blur would move the button away from the pointer. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

function BackButton() {
  return (
    <GoButton to="/" variant="default" onMouseDown={keepFocus}>
      Regresar al dashboard
    </GoButton>
  )
}

function RegistrationForm() {
  const { form, draft, rules, guessable, refusal, formProps } = useRegistration()
  const guard = useLeaveGuard(form.isDirty() && !form.submitting, () => undefined)
  return (
    <form className={classes.form} {...formProps} aria-label="Registro">
      <Card>
        <DraftNotice draft={draft} />
        <Person form={form} />
        <Password form={form} rules={rules} guessable={guessable} />
        <FormError text={refusal} />
        <div className={classes.foot}>
          <BackButton />
          <Button type="submit" loading={form.submitting} onMouseDown={keepFocus}>
            Registrarse
          </Button>
        </div>
      </Card>
      {guard.question}
    </form>
  )
}

/** Registers a new manager or admin; for admins only (spec: backoffice §2, §5). */
export function RegistrationPage() {
  const isAdmin = useUser().user_type === 'U0'
  return (
    <>
      <PageHeader
        title="Registro"
        crumbs={[<HomeCrumb key="home" />, 'Registro']}
        detail="Personal de la financiera"
      />
      {isAdmin ? (
        <RegistrationForm />
      ) : (
        <div className={classes.closed}>
          <Notice tone="info">Solo un administrador puede registrar personal.</Notice>
          <BackButton />
        </div>
      )}
    </>
  )
}
