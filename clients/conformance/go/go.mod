module conformance

go 1.24

require lockkeeper v0.0.0

replace lockkeeper => ../../go
