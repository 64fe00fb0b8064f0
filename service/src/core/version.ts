/** Version of the interface: dotted numbers only, because clients parse it as such (C80). */
export const version = '3.1.0';
