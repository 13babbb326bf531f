import type { WorkerChangeField } from './schema.ts'

/** Spanish names of what staff write of a worker and another person confirms. */
export const workerChangeNames: Record<WorkerChangeField, string> = {
  created: 'Alta',
  salary: 'Sueldo quincenal',
  company: 'Empresa',
  email: 'Correo',
  account: 'Cuenta',
  name: 'Nombre',
  rfc: 'RFC',
  curp: 'CURP',
}
