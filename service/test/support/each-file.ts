// Runs before each test file.
import { countAnew } from './counting.ts';

countAnew();
