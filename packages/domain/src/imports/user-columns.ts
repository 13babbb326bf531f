import { bank, clabe, code, date, digits, email, gender, key, pesos, phone, state, text } from './cells.ts'
import type { ImportColumn } from './columns.ts'

const required = true
const optional = { required: false } as const

/** The columns of an import of workers: the worker's fields of the user form (specification: backoffice §5). */
export const userColumns: readonly ImportColumn[] = [
  {
    ...{ field: 'first_name', header: 'Nombre', read: text, required },
    aliases: ['Nombres', 'Nombre(s)', 'Nombre de pila', 'First name'],
    ...{ note: 'Letras, espacios, guiones y apóstrofos; al menos 2 letras', example: 'María José' },
  },
  {
    ...{ field: 'last_name', header: 'Apellidos', read: text, required },
    aliases: ['Apellido', 'Apellido(s)', 'Apellido paterno', 'Primer apellido', 'Last name'],
    ...{ note: 'Ambos apellidos, o el primero si hay una columna «Apellido materno»', example: 'Ruiz Peña' },
  },
  {
    ...{ field: 'second_last_name', header: 'Apellido materno', read: text, ...optional },
    aliases: ['Segundo apellido'],
    ...{ note: 'Se une a los apellidos', example: '' },
  },
  {
    ...{ field: 'email', header: 'Correo electrónico', read: email, required },
    aliases: ['Correo', 'E-mail', 'Mail', 'Correo e.', 'Email personal', 'Correo personal'],
    ...{ note: 'Ahí llega la invitación para elegir contraseña', example: 'maria.ruiz@correo.mx' },
  },
  {
    ...{ field: 'key', header: 'Clave', read: key, required },
    aliases: [
      ...['Clave de empleado', 'Clave empleado', 'Número de empleado', 'Num. empleado', 'No. de empleado'],
      ...['No. empleado', 'Número de nómina', 'No. nómina', 'ID empleado', 'Employee key'],
    ],
    ...{ note: 'Hasta 7 letras mayúsculas y números, única en la empresa', example: '00123' },
  },
  {
    ...{ field: 'curp', header: 'CURP', read: code, required },
    aliases: ['Clave única de registro de población'],
    ...{ note: '18 caracteres', example: 'RUPM900215MNLZXR05' },
  },
  {
    ...{ field: 'rfc', header: 'RFC', read: code, required },
    aliases: ['Registro federal de contribuyentes'],
    ...{ note: '13 caracteres', example: 'RUPM9002151H4' },
  },
  {
    ...{ field: 'ine', header: 'INE', read: digits(13), required },
    aliases: ['INE (OCR)', 'OCR', 'OCR INE', 'Número de INE', 'No. INE', 'IFE'],
    ...{ note: 'Los 13 dígitos del OCR, al reverso de la credencial', example: '0123456789012' },
  },
  {
    ...{ field: 'phone', header: 'Teléfono', read: phone, required },
    aliases: ['Tel.', 'Celular', 'Móvil', 'Teléfono celular', 'Teléfono móvil', 'Número de teléfono'],
    ...{ note: '10 dígitos', example: '8112345678' },
  },
  {
    ...{ field: 'gender', header: 'Género', read: gender, required },
    aliases: ['Sexo'],
    ...{ note: 'M (masculino), F (femenino) u O (otro)', example: 'F' },
  },
  {
    ...{ field: 'birthday', header: 'Fecha de nacimiento', read: date, ...optional },
    aliases: ['Nacimiento', 'Fecha nacimiento', 'F. nacimiento', 'Cumpleaños'],
    ...{ note: 'dd/mm/aaaa', example: '15/02/1990' },
  },
  {
    ...{ field: 'address', header: 'Dirección', read: text, required },
    aliases: ['Domicilio', 'Calle y número', 'Calle'],
    ...{ note: 'Calle y número', example: 'Av. Juárez 120' },
  },
  {
    ...{ field: 'neighborhood', header: 'Colonia', read: text, required },
    aliases: ['Fraccionamiento', 'Barrio'],
    ...{ note: 'Colonia', example: 'Centro' },
  },
  {
    ...{ field: 'city', header: 'Ciudad', read: text, ...optional },
    aliases: ['Municipio', 'Alcaldía', 'Delegación', 'Localidad', 'Ciudad o municipio'],
    ...{ note: 'Ciudad o municipio', example: 'Monterrey' },
  },
  {
    ...{ field: 'state', header: 'Estado', read: state, required },
    aliases: ['Entidad', 'Entidad federativa'],
    ...{ note: 'Uno de los 32 estados', example: 'Nuevo León' },
  },
  {
    ...{ field: 'zip_code', header: 'Código postal', read: digits(5), required },
    aliases: ['C.P.', 'CP', 'Cód. postal', 'Zip'],
    ...{ note: '5 dígitos', example: '01000' },
  },
  {
    ...{ field: 'position', header: 'Puesto', read: text, required },
    aliases: ['Cargo', 'Puesto de trabajo', 'Ocupación'],
    ...{ note: 'Puesto en la empresa', example: 'Operadora' },
  },
  {
    ...{ field: 'department', header: 'Departamento', read: text, ...optional },
    aliases: ['Área', 'Depto.'],
    ...{ note: 'Departamento o área', example: 'Producción' },
  },
  {
    ...{ field: 'biweekly_salary', header: 'Sueldo quincenal', read: pesos, required },
    aliases: ['Salario quincenal', 'Sueldo quincenal neto', 'Sueldo neto quincenal', 'Quincena'],
    ...{ note: 'En pesos, mayor a cero', example: '8000.00' },
  },
  {
    ...{ field: 'bank', header: 'Entidad bancaria', read: bank, ...optional },
    aliases: ['Banco', 'Institución bancaria', 'Institución'],
    ...{ note: 'Nombre o código; si falta se toma de la CLABE', example: 'BBVA' },
  },
  {
    ...{ field: 'debit_card_number', header: 'CLABE interbancaria', read: clabe, required },
    aliases: ['CLABE', 'Cuenta CLABE', 'Número de CLABE', 'Tarjeta de débito'],
    ...{ note: '18 dígitos, guardados como texto', example: '012180000118359713' },
  },
  {
    ...{ field: 'bank_account_number', header: 'Número de cuenta bancaria', read: digits(11), required },
    aliases: ['Número de cuenta', 'Cuenta', 'Cuenta bancaria', 'No. de cuenta', 'No. cuenta'],
    ...{ note: '11 dígitos', example: '00001183597' },
  },
]
