import { EmptyState } from './empty-state.tsx'
import { NotFoundDrawing } from './error-drawings.tsx'
import { ButtonLink } from './links.tsx'

/** Shown to managers in place of a screen that only admins may use. */
export function AdminOnly() {
  const home = (
    <ButtonLink to="/" variant="light">
      Regresar al dashboard
    </ButtonLink>
  )
  return (
    <EmptyState
      drawing={<NotFoundDrawing />}
      title="Esta sección es de administración"
      text="Pide a una persona con tipo Administrador que lo revise."
      action={home}
    />
  )
}
