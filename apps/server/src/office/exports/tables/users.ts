import { userTypeName } from '@quincena/domain/users/rules'
import type { ExportedUser } from '../../../people/accounts/queries.ts'
import type { ExportTable } from '../../../spreadsheets/export/table.ts'

const yesOrNo = (value: boolean) => (value ? 'Sí' : 'No')

/** Columns of the users' file. Without bank accounts, addresses and INE, because a file may be passed on. */
export const userTable: ExportTable<ExportedUser> = {
  name: 'Usuarios',
  columns: [
    { header: 'Clave', kind: 'text', of: ({ key }) => key, width: 10 },
    { header: 'Nombre', kind: 'text', of: ({ first_name }) => first_name, width: 22 },
    { header: 'Apellidos', kind: 'text', of: ({ last_name }) => last_name, width: 26 },
    { header: 'Correo electrónico', kind: 'text', of: ({ email }) => email, width: 32 },
    { header: 'RFC', kind: 'text', of: ({ rfc }) => rfc, width: 16 },
    { header: 'CURP', kind: 'text', of: ({ curp }) => curp, width: 21 },
    { header: 'Tipo', kind: 'text', of: ({ user_type }) => userTypeName(user_type), width: 16 },
    { header: 'Empresa', kind: 'text', of: ({ company_name }) => company_name ?? 'Sin empresa', width: 26 },
    { header: 'Teléfono', kind: 'text', of: ({ phone }) => phone, width: 14 },
    { header: 'Puesto', kind: 'text', of: ({ position }) => position, width: 20 },
    { header: 'Sueldo quincenal', kind: 'money', of: ({ biweekly_salary }) => biweekly_salary, width: 17 },
    { header: 'Sueldo mensual', kind: 'money', of: ({ monthly_salary }) => monthly_salary, width: 17 },
    {
      header: 'Documentos completos',
      kind: 'text',
      of: ({ user_type, has_all_documents }) => (user_type === 'U2' ? yesOrNo(has_all_documents) : null),
      width: 21,
    },
    { header: 'Crédito activo', kind: 'text', of: ({ has_credit }) => yesOrNo(has_credit), width: 14 },
    { header: 'Anticipo activo', kind: 'text', of: ({ has_advance }) => yesOrNo(has_advance), width: 15 },
    { header: 'Fecha de alta', kind: 'instant', of: ({ date_joined }) => date_joined, width: 19 },
  ],
}
