import { Anchor } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Notice } from '../../components/notice.tsx'
import { useUser } from '../../lib/session.ts'
import { BankSection } from './bank-section.tsx'
import { correctErrors, type UserFormState } from './use-user-form.ts'
import classes from './user-form.module.css'
import { AddressSection, IdentitySection, PersonalSection, WorkSection } from './user-sections.tsx'

const failures = { new: 'Error al agregar usuario.', edit: 'Error al editar usuario.' } as const

interface RefusalProps {
  state: UserFormState
  onFirst: () => void
}

/** Shows why saving failed, visible from every part of the form, with a link to the first error. */
function Refusal({ state: { kind, refusal }, onFirst }: RefusalProps) {
  const isAtFields = refusal === correctErrors
  const goThere = useEffectEvent(onFirst)
  useEffect(() => {
    if (isAtFields) goThere()
  }, [isAtFields])
  if (refusal === null) return null
  return (
    <div className={classes.refusal}>
      <Notice tone="problem">
        {!isAtFields && <strong>{failures[kind]}</strong>} {refusal}{' '}
        {isAtFields && (
          <Anchor component="button" type="button" inherit underline="always" c="inherit" onClick={onFirst}>
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
  const place = useRef<HTMLDivElement>(null)
  const typeIsFixed = useFixedType(state, id)
  const showFirst = () => {
    const first = place.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    first?.focus()
    first?.scrollIntoView({ block: 'center' })
  }
  return (
    <div ref={place} className={classes.form}>
      <PersonalSection state={state} />
      <AddressSection state={state} />
      <IdentitySection state={state} />
      <WorkSection state={state} companyName={companyName} typeIsFixed={typeIsFixed} />
      {state.values.user_type === 'U2' && <BankSection state={state} />}
      <Refusal state={state} onFirst={showFirst} />
    </div>
  )
}
