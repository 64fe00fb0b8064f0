// Members of deliveries and attempts that are left out where there is no value.

export const number = (name: string, value: unknown) => (value === null || value === undefined ? {} : { [name]: Number(value) });
