import { Anchor } from '@mantine/core'
import { Notice } from '../../components/notice.tsx'
import { correctErrors } from '../../components/server-form.ts'
import { useUser } from '../../lib/session.ts'
import { BankSection } from './bank-section.tsx'
import type { UserFormState } from './use-user-form.ts'
import classes from './user-form.module.css'
import { AddressSection, IdentitySection, PersonalSection, WorkSection } from './user-sections.tsx'

const failures = { new: 'Error al agregar usuario.', edit: 'Error al editar usuario.' } as const

/** Shows why saving failed, visible from every part of the form, with a link to the first error. */
function Refusal({ state: { kind, refusal, focusFirst } }: { state: UserFormState }) {
  const isAtFields = refusal === correctErrors
  if (refusal === null) return null
  return (
    <div className={classes.refusal}>
      <Notice tone="problem">
        {!isAtFields && <strong>{failures[kind]}</strong>} {refusal}{' '}
        {isAtFields && (
          <Anchor
            component="button"
            type="button"
            inherit
            underline="always"
            c="inherit"
            onClick={focusFirst}
          >
            Ver el primero
          </Anchor>
        )}
      </Notice>
    </div>
  )
}

/** Returns why the signed-in user cannot choose the type; null when it can be chosen. */
function useFixedType(state: UserFormState, id: number | null): string | null {
  const me = useUser()
  if (me.id === id) return 'No puedes cambiar tu propio tipo de usuario.'
  if (me.user_type === 'U0') return null
  return state.kind === 'new'
    ? 'Solo administración agrega gerentes y administradores.'
    : 'Solo administración cambia el tipo de usuario.'
}

interface UserFormProps {
  state: UserFormState
  /** Id of the user; null for a new one. */
  id: number | null
  companyName: string | null
}

/** Fields of the form in four sections, and the bank data of workers. */
export function UserForm({ state, id, companyName }: UserFormProps) {
  const typeIsFixed = useFixedType(state, id)
  return (
    <div className={classes.form}>
      <PersonalSection state={state} />
      <AddressSection state={state} />
      <IdentitySection state={state} />
      <WorkSection state={state} companyName={companyName} typeIsFixed={typeIsFixed} />
      {state.values.user_type === 'U2' && <BankSection state={state} />}
      <Refusal state={state} />
    </div>
  )
}
