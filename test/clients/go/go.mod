module example

go 1.22
